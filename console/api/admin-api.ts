// Written by `npm run console:types` from docs/openapi-admin.json.

export interface paths {
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginTotp"];
        delete: operations["endTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["hearEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getNextSubmission"];
        put?: never;
        post: operations["takeNextSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["assignSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["decideInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/reject-matching": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectMatching"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubmissionDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["claimSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubmittedPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{sha256}/take-down": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeDownPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/bulk/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoBulkDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["writeNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askContributor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/sender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSenderOfSubmission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/sender/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["blockSenderOfSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/sender/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unblockSenderOfSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/sender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSenderOfAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/sender/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["blockSenderOfAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/sender/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unblockSenderOfAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reject-reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRejectReasons"];
        put?: never;
        post: operations["createRejectReason"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reject-reasons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeRejectReason"];
        trace?: never;
    };
    "/reject-reasons/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["orderRejectReasons"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suggestFacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAdminBrands"];
        put?: never;
        post: operations["createBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAdminBrand"];
        put?: never;
        post?: never;
        delete: operations["deleteBrand"];
        options?: never;
        head?: never;
        patch: operations["renameBrand"];
        trace?: never;
    };
    "/brands/{id}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBrandImpact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands/{id}/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addBrandAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands/{id}/aliases/{alias}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeBrandAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAdminCategories"];
        put?: never;
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAdminCategory"];
        put?: never;
        post?: never;
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch: operations["changeCategory"];
        trace?: never;
    };
    "/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAdminKinds"];
        put?: never;
        post: operations["createKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds/{code}/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTemplate"];
        put: operations["changeTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["renameKind"];
        trace?: never;
    };
    "/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAdminSources"];
        put?: never;
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeSource"];
        trace?: never;
    };
    "/quality-recomputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listQualityRecomputes"];
        put?: never;
        post: operations["requestQualityRecompute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quality-recomputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getQualityRecompute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIndexStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/lag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIndexLag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listParkedProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/parked/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryParkedProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/rebuilds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIndexRebuilds"];
        put?: never;
        post: operations["requestIndexRebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index/reconciles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestIndexReconcile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{queue}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{queue}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{queue}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{queue}/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dump-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDumpRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOperators"];
        put?: never;
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeOperatorRole"];
        trace?: never;
    };
    "/operators/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["resetOperatorPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["resetOperatorTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endOperatorSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeAccountTier"];
        trace?: never;
    };
    "/accounts/{id}/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["handOverAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["blockAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unblockAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/revoke-leaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeLeakedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTiers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tiers/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeTier"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccountWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/switch-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["switchOffWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeProductsInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProducts"];
        put?: never;
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch: operations["editProduct"];
        trace?: never;
    };
    "/products/{id}/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProductQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/free-from": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setFreeFrom"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["archiveProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["activateProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deactivateProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/barcodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addBarcode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/barcodes/{gtin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeBarcode"];
        options?: never;
        head?: never;
        patch: operations["editBarcode"];
        trace?: never;
    };
    "/products/{id}/barcodes/{gtin}/primary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeBarcodePrimary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/msrp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProductMsrp"];
        put?: never;
        post: operations["addMsrp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/msrp/{msrp_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMsrp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProductHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/revert/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewRevert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revertProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/merge-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewMerge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/unmerge/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewUnmerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unmergeProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOperatorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReviewStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listViews"];
        put?: never;
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch: operations["changeView"];
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAdminOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Me: {
            id: string;
            email: string;
            role: "reviewer" | "editor" | "admin";
            totp_enabled: boolean;
            csrf_token: string;
            session: {
                created_at: string;
                idle_expires_at: string;
                expires_at: string;
            };
        };
        Error: {
            error: {
                code: "merged" | "invalid_request" | "invalid_parameter" | "invalid_gtin" | "invalid_email" | "weak_password" | "validation_failed" | "invalid_api_key" | "invalid_credentials" | "not_authenticated" | "forbidden" | "csrf_failed" | "quota_exhausted" | "not_found" | "not_a_trade_item" | "method_not_allowed" | "request_timeout" | "email_taken" | "already_exists" | "barcode_conflict" | "decision_required" | "possible_duplicate" | "duplicate_submission" | "invalid_state" | "version_conflict" | "cursor_expired" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "header_too_large" | "internal_error" | "unavailable";
                message: string;
                request_id: string;
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        SignIn: {
            email: string;
            password: string;
            totp_code?: string;
        };
        SignedOut: {
            signed_out: true;
        };
        PasswordChange: {
            current_password: string;
            new_password: string;
        };
        TotpSetUp: {
            secret: string;
            otpauth_uri: string;
        };
        TotpState: {
            totp_enabled: boolean;
        };
        TotpConfirmation: {
            code: string;
        };
        OwnPassword: {
            password: string;
        };
        SessionList: {
            items: {
                is_current: boolean;
                created_at: string;
                last_seen_at: string;
                expires_at: string;
            }[];
        };
        EndedSessions: {
            ended: number;
        };
        QueuePage: {
            items: components["schemas"]["QueuedSubmission"][];
            page: number;
            size: number;
            total: number;
            total_at_least: boolean;
        };
        QueuedSubmission: {
            id: string;
            source: "public" | "backflow";
            status: "pending" | "approved" | "rejected";
            kind: string | null;
            gtin: string | null;
            product_id: string | null;
            product_name: string | null;
            name: string | null;
            brand: string | null;
            category: string | null;
            fields: string[];
            claim: {
                operator_id: string;
                email: string;
                claimed_at: string;
                expires_at: string;
            } | null;
            assigned_to: {
                operator_id: string;
                email: string;
            } | null;
            risks: ("unknown_sender" | "look_alike" | "operator_word" | "renames")[];
            asked_at: string | null;
            waits_until: string | null;
            answered_at: string | null;
            created_at: string;
            reviewed_at: string | null;
            reviewed_by: string | null;
            reason: string | null;
            result_product_id: string | null;
        };
        QueueCounts: {
            state: {
                [key: string]: number;
            };
            source: {
                [key: string]: number;
            };
            kind: {
                [key: string]: number;
            };
            gtin: {
                with: number;
                without: number;
            };
            claim: {
                me: number;
                others: number;
                nobody: number;
            };
            question: {
                waiting: number;
                answered: number;
            };
            assigned: {
                operator_id: string;
                email: string;
                pending: number;
            }[];
            age: {
                under_1d: number;
                under_7d: number;
                over_7d: number;
            };
            sender: {
                account_id: string;
                email: string;
                pending: number;
            }[];
            at_least: ("kind" | "age")[];
        };
        SubmissionMessage: {
            id: string;
            kind: "note" | "question" | "answer";
            text: string;
            operator_email: string | null;
            created_at: string;
        };
        SenderRecord: {
            pending: number;
            approved: number;
            rejected: number;
            taken_back: number;
            approval_rate: number | null;
            of_newest: number | null;
        };
        FactComparison: {
            field: string;
            group: string;
            outcome: "taken" | "confirmed" | "kept" | "conflict" | "not_applicable";
            current: {
                [key: string]: unknown;
            };
            offered: {
                [key: string]: unknown;
            };
            sources: {
                id: string;
                code: string;
                name: string;
                trust: number;
            }[];
        };
        PossibleDuplicate: {
            id: string;
            name: string;
            brand: string | null;
            gtin: string | null;
            category_path: string | null;
            score: number | null;
            similarity: number;
            reasons: ("name" | "brand" | "quantity" | "category" | "barcode")[];
            needs_confirmation: boolean;
        };
        PendingTwin: {
            id: string;
            source: "public" | "backflow";
            name: string | null;
            brand: string | null;
            gtin: string | null;
            created_at: string;
            similarity: number;
            reasons: ("name" | "brand" | "quantity" | "category" | "barcode")[];
        };
        ClaimedSubmission: {
            id: string | null;
            claim: components["schemas"]["Claim"];
        };
        Claim: {
            operator_id: string;
            email: string;
            claimed_at: string;
            expires_at: string;
        } | null;
        Assignment: {
            done: number;
            refused: string[];
        };
        BulkDecisionResult: {
            action: "approve" | "reject";
            dry_run: boolean;
            bulk_id: string | null;
            done: number;
            refused: number;
            results: {
                id: string;
                name: string | null;
                result: "done" | "refused" | "repeated";
                code: string | null;
                message: string | null;
                details: {
                    [key: string]: unknown;
                } | null;
                product_id: string | null;
                product_name: string | null;
                is_new_product: boolean;
                changes: components["schemas"]["ValueChange"][];
                change_count: number;
                seen: string | null;
            }[];
        };
        ValueChange: {
            field: string;
            name: string;
            key: string | null;
            effect: "add" | "change" | "delete";
            before: unknown;
            after: unknown;
        };
        RejectMatchingResult: {
            dry_run: boolean;
            bulk_id: string | null;
            up_to: string;
            rejected: number;
            remaining: number;
            claimed: number;
        };
        SubmissionDetail: {
            id: string;
            source: "public" | "backflow";
            status: "pending" | "approved" | "rejected";
            kind: string | null;
            gtin: string | null;
            product_id: string | null;
            product_name: string | null;
            name: string | null;
            brand: string | null;
            category: string | null;
            fields: string[];
            claim: {
                operator_id: string;
                email: string;
                claimed_at: string;
                expires_at: string;
            } | null;
            assigned_to: {
                operator_id: string;
                email: string;
            } | null;
            risks: ("unknown_sender" | "look_alike" | "operator_word" | "renames")[];
            asked_at: string | null;
            waits_until: string | null;
            answered_at: string | null;
            created_at: string;
            reviewed_at: string | null;
            reviewed_by: string | null;
            reason: string | null;
            result_product_id: string | null;
            can_ask: boolean;
            messages: components["schemas"]["SubmissionMessage"][];
            content: {
                [key: string]: unknown;
            };
            contact_email: string | null;
            account: {
                id: string;
                email: string;
            } | null;
            sender: {
                kind: "account" | "contact";
                email: string;
                blocked_at: string | null;
                record: components["schemas"]["SenderRecord"];
            } | null;
            barcode: {
                gtin: string;
                gtin14: string;
                type: "gtin8" | "gtin12" | "gtin13" | "gtin14" | null;
                pack_level: "each" | "case" | null;
                verdict: "ok" | "warning" | "refused";
                reason: string | null;
                message: string | null;
            } | null;
            target: {
                id: string;
                name: string;
                brand: string | null;
                status: "draft" | "active" | "archived";
                version: number;
                quality_score: number;
                matched_by: "gtin" | "product_id";
                held_fields: string[];
            } | null;
            comparison: components["schemas"]["FactComparison"][];
            unusable: {
                field: string;
                name: string;
                value: unknown;
                message: string;
            }[];
            possible_duplicates: components["schemas"]["PossibleDuplicate"][];
            pending_twins: components["schemas"]["PendingTwin"][];
            other_entries: {
                id: string;
                source: "public" | "backflow";
                name: string | null;
                created_at: string;
            }[];
            pictures: {
                id: string;
                role: "front" | "ingredients" | "nutrition" | "packaging";
                width: number;
                height: number;
                created_at: string;
                sha256: string;
                state: "pending" | "approved" | "left_out" | "taken_down";
                bytes: number;
                is_on_product: boolean;
            }[];
            can_undo: boolean;
            history: {
                seq: number;
                at: string;
                action: string;
                actor: string;
                operator_email: string | null;
                after: {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        ApprovalPreview: {
            id: string;
            product: {
                id: string | null;
                name: string;
                is_new: boolean;
                version: number | null;
            };
            changes: components["schemas"]["ValueChange"][];
            source_changes: components["schemas"]["ProvenanceChange"][];
            quality_score: {
                before: number | null;
                after: number | null;
            };
            fields: components["schemas"]["FactComparison"][];
            undecided: components["schemas"]["FactComparison"][];
            seen: string | null;
        };
        ProvenanceChange: {
            field: string;
            source: string;
            effect: "add" | "delete";
        };
        NewMsrp: {
            amount: number;
            currency: string;
            region?: string;
            effective_date?: string | null;
            source_url?: string | null;
            note?: string | null;
        };
        Approval: {
            id: string;
            status: "approved";
            product_id: string;
            is_new_product: boolean;
            product_version: number;
            quality_score: number;
            changes: components["schemas"]["ValueChange"][];
            source_changes: components["schemas"]["ProvenanceChange"][];
            fields: components["schemas"]["FactComparison"][];
        };
        Rejection: {
            id: string;
            status: "rejected";
            reason: string;
        };
        TakenDownPicture: {
            sha256: string;
            product_ids: string[];
        };
        UndoBulkResult: {
            bulk_id: string;
            done: number;
            refused: number;
            results: {
                id: string;
                name: string | null;
                result: "done" | "refused";
                code: string | null;
                message: string | null;
                details: {
                    [key: string]: unknown;
                } | null;
            }[];
            cursor: number | null;
            remaining: number;
        };
        UndoneDecision: {
            id: string;
            status: "pending";
            undone: "approved" | "rejected";
            product_id: string | null;
            is_product_removed: boolean;
            changes: components["schemas"]["ValueChange"][];
            source_changes: components["schemas"]["ProvenanceChange"][];
            quality_score: {
                before: number | null;
                after: number | null;
            };
        };
        SenderDetail: {
            kind: "account" | "contact";
            email: string;
            blocked_at: string | null;
            record: components["schemas"]["SenderRecord"];
            approved_entries: {
                id: string;
                name: string | null;
                product_id: string | null;
                reviewed_at: string;
            }[];
            rejected_with_block: number;
        };
        SenderBlock: {
            blocked_at: string | null;
            bulk_id: string;
        };
        RejectReasonList: {
            items: components["schemas"]["RejectReason"][];
        };
        RejectReason: {
            id: string;
            text: string;
            retired_at: string | null;
            created_at: string;
        };
        NewRejectReason: {
            text: string;
        };
        RejectReasonChange: {
            text?: string;
            retired?: boolean;
        };
        RejectReasonOrder: {
            ids: string[];
        };
        Suggestion: {
            rule: "name" | "category" | "country" | "unit" | "amount" | "energy";
            facts: {
                [key: string]: unknown;
            };
            reason: string;
        };
        AdminBrandPage: {
            items: components["schemas"]["AdminBrand"][];
            page: number;
            size: number;
            total: number;
        };
        AdminBrand: {
            id: string;
            name: string;
            slug: string;
            aliases: string[];
            product_count: number;
            in_use_count: number;
            created_at: string;
        };
        NewBrand: {
            name: string;
            aliases?: string[];
        };
        BrandImpact: {
            products: number;
            documents: number;
        };
        BrandRename: {
            name: string;
            keep_alias?: boolean;
        };
        BrandMerge: {
            into_id: string;
        };
        NewBrandAlias: {
            alias: string;
        };
        AdminCategoryList: {
            items: components["schemas"]["AdminCategory"][];
        };
        AdminCategory: {
            id: string;
            code: string;
            name: string;
            names: {
                de?: string;
                fr?: string;
                es?: string;
                it?: string;
                nl?: string;
            };
            parent_id: string | null;
            path: string;
            level: number;
            archive_kind: string;
            own_archive_kind: string | null;
            product_count: number;
            in_use_count: number;
            created_at: string;
        };
        NewCategory: {
            code: string;
            name: string;
            parent_id: string | null;
            archive_kind?: string | null;
        };
        ChangedCategory: {
            category: {
                id: string;
                code: string;
                name: string;
                names: {
                    de?: string;
                    fr?: string;
                    es?: string;
                    it?: string;
                    nl?: string;
                };
                parent_id: string | null;
                path: string;
                level: number;
                archive_kind: string;
                own_archive_kind: string | null;
                product_count: number;
                in_use_count: number;
                created_at: string;
            };
            impact: components["schemas"]["CategoryImpact"];
        };
        CategoryImpact: {
            categories: number;
            products: number;
            documents: number;
            rescored: number;
        };
        CategoryChange: {
            name?: string;
            names?: {
                de?: string;
                fr?: string;
                es?: string;
                it?: string;
                nl?: string;
            };
            code?: string;
            parent_id?: string | null;
            archive_kind?: string | null;
            dry_run?: boolean;
        };
        AdminKindList: {
            items: components["schemas"]["AdminKind"][];
        };
        AdminKind: {
            code: string;
            name: string;
            field_count: number;
            category_count: number;
            product_count: number;
        };
        NewKind: {
            code: string;
            name: string;
        };
        Template: {
            code: string;
            name: string;
            version: string;
            fields: components["schemas"]["TemplateField"][];
        };
        TemplateField: {
            key: string;
            label: string;
            type: "string" | "number" | "boolean" | "enum" | "date";
            unit: string | null;
            group: string | null;
            required: boolean;
            options: string[] | null;
            min: number | null;
            max: number | null;
        };
        KindRename: {
            name: string;
        };
        ChangedTemplate: {
            template: {
                code: string;
                name: string;
                version: string;
                fields: components["schemas"]["TemplateField"][];
            };
            impact: components["schemas"]["TemplateImpact"];
        };
        TemplateImpact: {
            added: string[];
            changed: string[];
            removed: string[];
            products: number;
            rescored: number;
        };
        TemplateChange: {
            version: string;
            fields: components["schemas"]["NewTemplateField"][];
            dry_run?: boolean;
        };
        NewTemplateField: {
            key: string;
            label: string;
            type: "string" | "number" | "boolean" | "enum" | "date";
            unit?: string | null;
            group?: string | null;
            required?: boolean;
            options?: string[] | null;
            min?: number | null;
            max?: number | null;
        };
        AdminSourceList: {
            items: components["schemas"]["AdminSource"][];
        };
        AdminSource: {
            id: string;
            code: string;
            name: string;
            kind: "community" | "open_data" | "official" | "manufacturer" | "retailer" | "operator";
            trust: number;
            license: string | null;
            license_url: string | null;
            attribution: string | null;
            homepage_url: string | null;
            record_url: string | null;
            last_imported_at: string | null;
            created_at: string;
        };
        NewSource: {
            code: string;
            name: string;
            kind: "community" | "open_data" | "official" | "manufacturer" | "retailer" | "operator";
            trust: number;
            license?: string | null;
            license_url?: string | null;
            attribution?: string | null;
            homepage_url?: string | null;
            record_url?: string | null;
        };
        ChangedSource: {
            source: {
                id: string;
                code: string;
                name: string;
                kind: "community" | "open_data" | "official" | "manufacturer" | "retailer" | "operator";
                trust: number;
                license: string | null;
                license_url: string | null;
                attribution: string | null;
                homepage_url: string | null;
                record_url: string | null;
                last_imported_at: string | null;
                created_at: string;
            };
            impact: components["schemas"]["SourceImpact"];
        };
        SourceImpact: {
            rescored: number;
        };
        SourceChange: {
            name?: string;
            kind?: "community" | "open_data" | "official" | "manufacturer" | "retailer" | "operator";
            trust?: number;
            license?: string | null;
            license_url?: string | null;
            attribution?: string | null;
            homepage_url?: string | null;
            record_url?: string | null;
            dry_run?: boolean;
        };
        QualityRecomputePage: {
            items: components["schemas"]["QualityRecompute"][];
            page: number;
            size: number;
            total: number;
        };
        QualityRecompute: {
            id: string;
            reason: string;
            scope: {
                all: true;
            } | {
                unread: true;
            } | {
                category_ids: string[];
            } | {
                kind: string;
            } | {
                source_id: string;
            };
            state: "pending" | "running" | "done" | "failed";
            total: number | null;
            done: number;
            changed: number;
            error: string | null;
            requested_by: string;
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        QualityRecomputeRequest: Record<string, never>;
        IndexStatus: {
            engine: {
                name: "meilisearch" | "opensearch" | "postgres";
                is_available: boolean;
                breakers_open: string[];
            };
            indexer: {
                is_running: boolean;
                last_seen_at: string | null;
            };
            dirty: number;
            parked: number;
            lag_seconds: number;
            drift: number | null;
            last_reconcile: {
                id: number;
                requested_by: string;
                requested_at: string;
                started_at: string | null;
                finished_at: string | null;
                products: number | null;
                missing: number | null;
                stale: number | null;
                ghost: number | null;
                error: string | null;
            } | null;
            open_rebuild: {
                id: number;
                state: "queued" | "filling" | "verifying" | "swapping" | "done" | "failed";
                total: number | null;
                done: number;
                error: string | null;
                requested_by: string;
                requested_at: string;
                started_at: string | null;
                finished_at: string | null;
            } | null;
        };
        IndexLag: {
            items: components["schemas"]["IndexLagSample"][];
        };
        IndexLagSample: {
            at: string;
            dirty: number;
            parked: number;
            lag_seconds: number;
            drift: number;
        };
        ParkedProductPage: {
            items: components["schemas"]["ParkedProduct"][];
            page: number;
            size: number;
            total: number;
        };
        ParkedProduct: {
            product_id: string;
            name: string | null;
            error: string;
            marked_at: string;
        };
        IndexRebuildList: {
            items: components["schemas"]["IndexRebuild"][];
        };
        IndexRebuild: {
            id: number;
            state: "queued" | "filling" | "verifying" | "swapping" | "done" | "failed";
            total: number | null;
            done: number;
            error: string | null;
            requested_by: string;
            requested_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        IndexReconcile: {
            id: number;
            requested_by: string;
            requested_at: string;
            started_at: string | null;
            finished_at: string | null;
            products: number | null;
            missing: number | null;
            stale: number | null;
            ghost: number | null;
            error: string | null;
        };
        QueueList: {
            items: components["schemas"]["Queue"][];
        };
        Queue: {
            name: "index-sync";
            backend: "redis" | "postgres";
            is_paused: boolean;
            counts: {
                waiting: number;
                active: number;
                delayed: number;
                failed: number;
                completed: number;
            };
        };
        JobPage: {
            items: components["schemas"]["Job"][];
            page: number;
            size: number;
            total: number;
        };
        Job: {
            id: string;
            name: string;
            attempts: number;
            error: string | null;
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        DumpRunList: {
            items: components["schemas"]["DumpRun"][];
        };
        DumpRun: {
            id: number;
            requested_by: "schedule" | "command";
            state: "running" | "published" | "refused" | "failed";
            name: string | null;
            products: number;
            error: string | null;
            started_at: string;
            finished_at: string | null;
        };
        OperatorPage: {
            items: components["schemas"]["Operator"][];
            page: number;
            size: number;
            total: number;
        };
        Operator: {
            id: string;
            email: string;
            role: "reviewer" | "editor" | "admin";
            totp_enabled: boolean;
            disabled_at: string | null;
            last_login_at: string | null;
            sessions: number;
            created_at: string;
        };
        NewOperator: {
            email: string;
            role: "reviewer" | "editor" | "admin";
            password: string;
            own_password: string;
            own_totp_code?: string;
        };
        RoleChange: {
            role: "reviewer" | "editor" | "admin";
            own_password: string;
            own_totp_code?: string;
        };
        OwnProof: {
            own_password: string;
            own_totp_code?: string;
        };
        PasswordReset: {
            password: string;
            own_password: string;
            own_totp_code?: string;
        };
        AdminAccountPage: {
            items: components["schemas"]["AdminAccount"][];
            page: number;
            size: number;
            total: number;
        };
        AdminAccount: {
            id: string;
            email: string;
            tier: string;
            status: "active" | "blocked";
            created_at: string;
            blocked_at: string | null;
            email_confirmed_at: string | null;
            awaits_confirmation: boolean;
            key: {
                id: string;
                prefix: string;
                status: "active" | "revoked";
                created_at: string;
                last_used_at: string | null;
                revoked_at: string | null;
            } | null;
            quota: {
                limit: number | null;
                used: number;
                remaining: number | null;
            };
            rate_limit: {
                per_minute: number | null;
            };
            calls_today: number;
        };
        AdminAccountDetail: {
            id: string;
            email: string;
            tier: string;
            status: "active" | "blocked";
            created_at: string;
            blocked_at: string | null;
            email_confirmed_at: string | null;
            awaits_confirmation: boolean;
            key: {
                id: string;
                prefix: string;
                status: "active" | "revoked";
                created_at: string;
                last_used_at: string | null;
                revoked_at: string | null;
            } | null;
            quota: {
                limit: number | null;
                used: number;
                remaining: number | null;
            };
            rate_limit: {
                per_minute: number | null;
            };
            calls_today: number;
            keys: {
                id: string;
                prefix: string;
                status: "active" | "revoked";
                created_at: string;
                last_used_at: string | null;
                revoked_at: string | null;
            }[];
            usage_days: {
                day: string;
                calls: number;
            }[];
            sender: {
                kind: "account" | "contact";
                email: string;
                blocked_at: string | null;
                record: components["schemas"]["SenderRecord"];
            };
        };
        AccountChange: {
            tier: string;
            holder_known?: boolean;
        };
        HandedOver: {
            code: string;
            expires_at: string;
        };
        IssuedKey: {
            api_key: string;
            account_id: string;
            email: string;
            is_new_account: boolean;
            revoked_prefix: string | null;
            password: components["schemas"]["HandedOver"];
        };
        NewKey: {
            email: string;
            tier: string;
            replace?: boolean;
        };
        RevokedKey: {
            id: string;
            account_id: string;
            prefix: string;
            revoked_at: string;
        };
        LeakedKey: {
            key: string;
        };
        TierList: {
            items: components["schemas"]["Tier"][];
        };
        Tier: {
            code: string;
            per_minute: number | null;
            cumulative: number | null;
            backflow_per_day: number | null;
            backflow_pending: number | null;
            accounts: number;
        };
        TierChange: {
            per_minute: number | null;
            cumulative: number | null;
            backflow_per_day?: number | null;
            backflow_pending?: number | null;
        };
        WebhookList: {
            items: components["schemas"]["Webhook"][];
        };
        Webhook: {
            id: string;
            url: string;
            events: ("products.changed" | "submission.approved" | "submission.rejected" | "submission.reopened")[];
            state: "unverified" | "active" | "off";
            off_reason: "gone" | "failing" | "owner" | "operator" | null;
            off_at: string | null;
            failing_since: string | null;
            previous_secret_ends_at: string | null;
            created_at: string;
        };
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            page: number;
            size: number;
            total: number;
        };
        WebhookDelivery: {
            id: string;
            event: "products.changed" | "submission.approved" | "submission.rejected" | "submission.reopened" | "webhook.challenge";
            status: "pending" | "delivered" | "failed";
            data: Record<string, never>;
            attempts: number;
            next_attempt_at: string | null;
            last_attempt_at: string | null;
            last_status: number | null;
            last_failure: "status" | "redirect" | "challenge" | "timeout" | "name_not_found" | "address_refused" | "certificate" | "connection" | null;
            created_at: string;
        };
        BulkChangeResult: {
            action: string;
            dry_run: boolean;
            changed: number;
            unchanged: number;
            failed: number;
            results: {
                id: string;
                name: string | null;
                result: "changed" | "unchanged" | "failed";
                code: string | null;
                message: string | null;
                version: number | null;
            }[];
        };
        BulkChange: {
            action: "archive";
            reason: string;
            ids: string[];
            dry_run?: boolean;
        } | {
            action: "restore";
            ids: string[];
            dry_run?: boolean;
        } | {
            action: "set_category";
            category: string;
            ids: string[];
            dry_run?: boolean;
        } | {
            action: "set_brand";
            brand: string | null;
            ids: string[];
            dry_run?: boolean;
        } | {
            action: "set_country";
            country_of_origin: string | null;
            ids: string[];
            dry_run?: boolean;
        } | {
            action: "recompute";
            ids: string[];
            dry_run?: boolean;
        };
        ProductList: {
            items: components["schemas"]["ProductListItem"][];
            page: number;
            size: number;
            total: number;
        };
        ProductListItem: {
            id: string;
            gtin: string | null;
            name: string;
            brand: string | null;
            category_path: string | null;
            archive_kind: string | null;
            country_of_origin: string | null;
            status: "draft" | "active" | "archived";
            merged_into_id: string | null;
            quality_score: number;
            score: number | null;
            version: number;
            created_at: string;
            updated_at: string;
        };
        AdminProduct: {
            id: string;
            version: number;
            status: "draft" | "active" | "archived";
            is_public: boolean;
            archive_reason: string | null;
            merged_into: {
                id: string;
                name: string;
            } | null;
            merged_from: {
                id: string;
                name: string;
            }[];
            gtin: string | null;
            next_primary_gtin: string | null;
            category: string | null;
            name: string;
            name_lang: string | null;
            names: {
                [key: string]: string;
            };
            generic_names: {
                [key: string]: string;
            };
            brand: string | null;
            net_content_value: number | null;
            net_content_unit: "g" | "kg" | "ml" | "l" | "pcs" | "m" | null;
            country_of_origin: string | null;
            nutriments: {
                [key: string]: number;
            } | null;
            nutrition_basis: "100g" | "100ml" | "serving" | null;
            serving_size: string | null;
            nutri_score: "a" | "b" | "c" | "d" | "e" | null;
            nova_group: number | null;
            environmental_score: "a-plus" | "a" | "b" | "c" | "d" | "e" | "f" | null;
            ingredients_text: string | null;
            ingredients_lang: string | null;
            ingredients_texts: {
                [key: string]: string;
            };
            allergens: string[];
            allergens_other: string[];
            no_allergens_stated: boolean;
            traces: string[];
            traces_other: string[];
            no_traces_stated: boolean;
            free_from: string[];
            additives: string[];
            no_nutrition_data: boolean;
            labels: string[];
            labels_other: string[];
            countries_sold: string[];
            manufacturing_places: string[];
            packaging: string[];
            stores: string[];
            period_after_opening_months: number | null;
            attributes: {
                [key: string]: unknown;
            };
            images: string[];
            pictures: {
                role: "front" | "ingredients" | "nutrition" | "packaging";
                lang: string | null;
                url: string;
                width: number | null;
                height: number | null;
            }[];
            contributed_pictures: {
                [key: string]: {
                    role: "front" | "ingredients" | "nutrition" | "packaging";
                    lang: string | null;
                    url: string;
                    width: number | null;
                    height: number | null;
                };
            };
            brand_id: string | null;
            category_path: string | null;
            archive_kind: string;
            specifications: components["schemas"]["Specification"][];
            allergen_states: components["schemas"]["AllergenState"][];
            quality_score: number;
            barcodes: components["schemas"]["Barcode"][];
            msrp: components["schemas"]["AdminMsrp"][];
            provenance: components["schemas"]["ProvenanceEntry"][];
            claims: components["schemas"]["ClaimEntry"][];
            created_at: string;
            updated_at: string;
        };
        Specification: {
            key: string;
            label: string;
            value: string;
            typed_value: string | number | boolean | string[];
            unit: string | null;
            group: string | null;
        };
        AllergenState: {
            allergen: "gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo";
            state: "contains" | "may_contain" | "free_from" | "not_stated" | "unknown";
            said_by: {
                source: string;
                in: "allergens" | "ingredients" | "traces" | "labels" | "free_from";
            }[];
            kinds: string[];
        };
        Barcode: {
            gtin: string;
            type: "gtin8" | "gtin12" | "gtin13" | "gtin14";
            pack_level: "each" | "inner" | "case" | "pallet";
            region: string | null;
            is_primary: boolean;
        };
        AdminMsrp: {
            id: string;
            amount: number;
            currency: string;
            region: string;
            effective_date: string | null;
            source_url: string | null;
            note: string | null;
            source: {
                id: string;
                code: string;
                name: string;
            };
            recorded_at: string;
            is_public: boolean;
        };
        ProvenanceEntry: {
            field: string;
            source: {
                id: string;
                code: string;
                name: string;
                kind: string;
                trust: number;
            };
            submission_id: string | null;
            operator: {
                id: string;
                email: string | null;
            } | null;
            recorded_at: string;
        };
        ClaimEntry: {
            source: {
                id: string;
                code: string;
                name: string;
                kind: string;
                trust: number;
            };
            facts: {
                [key: string]: unknown;
            };
        };
        AdminQuality: {
            product_id: string;
            quality_score: number;
            is_qualified: boolean;
            parts: components["schemas"]["QualityPart"][];
            failed_checks: components["schemas"]["FailedCheck"][];
            penalty: number;
            gains: {
                action: "add" | "verify" | "correct";
                field: string | null;
                missing: string[];
                gain: number;
                message: string;
            }[];
        };
        QualityPart: {
            field: string;
            weight: number;
            completeness: number;
            trust: number;
            earned: number;
            missing: string[];
        };
        FailedCheck: {
            check: "macros_above_105_g" | "energy_above_911_kcal" | "saturated_fat_above_fat" | "sugars_above_carbohydrates" | "energy_unlike_macros" | "attribute_out_of_range";
            message: string;
        };
        NewProduct: {
            category?: string | null;
            name: string;
            name_lang?: string | null;
            names?: {
                [key: string]: string;
            } | null;
            generic_names?: {
                [key: string]: string;
            } | null;
            brand?: string | null;
            net_content_value?: number | null;
            net_content_unit?: "g" | "kg" | "ml" | "l" | "pcs" | "m" | null;
            country_of_origin?: string | null;
            nutriments?: {
                energy_kj?: number;
                energy_kcal?: number;
                fat_g?: number;
                saturated_fat_g?: number;
                monounsaturated_fat_g?: number;
                polyunsaturated_fat_g?: number;
                trans_fat_g?: number;
                omega_3_fat_g?: number;
                cholesterol_mg?: number;
                carbohydrates_g?: number;
                sugars_g?: number;
                added_sugars_g?: number;
                polyols_g?: number;
                starch_g?: number;
                fiber_g?: number;
                proteins_g?: number;
                salt_g?: number;
                sodium_mg?: number;
                potassium_mg?: number;
                calcium_mg?: number;
                phosphorus_mg?: number;
                magnesium_mg?: number;
                iron_mg?: number;
                zinc_mg?: number;
                iodine_ug?: number;
                selenium_ug?: number;
                fluoride_mg?: number;
                vitamin_a_ug?: number;
                vitamin_d_ug?: number;
                vitamin_e_mg?: number;
                vitamin_k_ug?: number;
                vitamin_c_mg?: number;
                thiamin_mg?: number;
                riboflavin_mg?: number;
                niacin_mg?: number;
                vitamin_b6_mg?: number;
                folic_acid_ug?: number;
                vitamin_b12_ug?: number;
                biotin_ug?: number;
                pantothenic_acid_mg?: number;
                caffeine_mg?: number;
                taurine_mg?: number;
                alcohol_pct?: number;
            } | null;
            nutrition_basis?: "100g" | "100ml" | "serving" | null;
            serving_size?: string | null;
            nutri_score?: "a" | "b" | "c" | "d" | "e" | null;
            nova_group?: number | null;
            environmental_score?: "a-plus" | "a" | "b" | "c" | "d" | "e" | "f" | null;
            ingredients_text?: string | null;
            ingredients_lang?: string | null;
            ingredients_texts?: {
                [key: string]: string;
            } | null;
            allergens?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
            allergens_other?: string[];
            no_allergens_stated?: boolean;
            traces?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
            traces_other?: string[];
            no_traces_stated?: boolean;
            additives?: string[];
            no_nutrition_data?: boolean;
            labels?: ("organic" | "eu-organic" | "usda-organic" | "fair-trade" | "rainforest-alliance" | "sustainable-palm-oil" | "palm-oil-free" | "msc" | "asc" | "fsc" | "free-range" | "vegan" | "vegetarian" | "halal" | "kosher" | "gluten-free" | "no-lactose" | "no-gmo" | "no-added-sugar" | "no-additives" | "no-preservatives" | "no-colorings" | "no-artificial-flavors" | "low-fat" | "pdo" | "pgi" | "tsg" | "cruelty-free" | "green-dot")[];
            labels_other?: string[];
            countries_sold?: string[];
            manufacturing_places?: string[];
            packaging?: string[];
            stores?: string[];
            period_after_opening_months?: number | null;
            attributes?: {
                [key: string]: string | number | boolean | string[];
            } | null;
            images?: string[];
            pictures?: {
                role: "front" | "ingredients" | "nutrition" | "packaging";
                lang?: string | null;
                url: string;
                width?: number | null;
                height?: number | null;
            }[];
            status?: "draft" | "active";
            gtin?: string;
            msrp?: components["schemas"]["NewMsrp"];
        };
        ProductEdit: {
            version: number;
            category?: string | null;
            name?: string;
            name_lang?: string | null;
            names?: {
                [key: string]: string;
            } | null;
            generic_names?: {
                [key: string]: string;
            } | null;
            brand?: string | null;
            net_content_value?: number | null;
            net_content_unit?: "g" | "kg" | "ml" | "l" | "pcs" | "m" | null;
            country_of_origin?: string | null;
            nutriments?: {
                energy_kj?: number;
                energy_kcal?: number;
                fat_g?: number;
                saturated_fat_g?: number;
                monounsaturated_fat_g?: number;
                polyunsaturated_fat_g?: number;
                trans_fat_g?: number;
                omega_3_fat_g?: number;
                cholesterol_mg?: number;
                carbohydrates_g?: number;
                sugars_g?: number;
                added_sugars_g?: number;
                polyols_g?: number;
                starch_g?: number;
                fiber_g?: number;
                proteins_g?: number;
                salt_g?: number;
                sodium_mg?: number;
                potassium_mg?: number;
                calcium_mg?: number;
                phosphorus_mg?: number;
                magnesium_mg?: number;
                iron_mg?: number;
                zinc_mg?: number;
                iodine_ug?: number;
                selenium_ug?: number;
                fluoride_mg?: number;
                vitamin_a_ug?: number;
                vitamin_d_ug?: number;
                vitamin_e_mg?: number;
                vitamin_k_ug?: number;
                vitamin_c_mg?: number;
                thiamin_mg?: number;
                riboflavin_mg?: number;
                niacin_mg?: number;
                vitamin_b6_mg?: number;
                folic_acid_ug?: number;
                vitamin_b12_ug?: number;
                biotin_ug?: number;
                pantothenic_acid_mg?: number;
                caffeine_mg?: number;
                taurine_mg?: number;
                alcohol_pct?: number;
            } | null;
            nutrition_basis?: "100g" | "100ml" | "serving" | null;
            serving_size?: string | null;
            nutri_score?: "a" | "b" | "c" | "d" | "e" | null;
            nova_group?: number | null;
            environmental_score?: "a-plus" | "a" | "b" | "c" | "d" | "e" | "f" | null;
            ingredients_text?: string | null;
            ingredients_lang?: string | null;
            ingredients_texts?: {
                [key: string]: string;
            } | null;
            allergens?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
            allergens_other?: string[];
            no_allergens_stated?: boolean;
            traces?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
            traces_other?: string[];
            no_traces_stated?: boolean;
            additives?: string[];
            no_nutrition_data?: boolean;
            labels?: ("organic" | "eu-organic" | "usda-organic" | "fair-trade" | "rainforest-alliance" | "sustainable-palm-oil" | "palm-oil-free" | "msc" | "asc" | "fsc" | "free-range" | "vegan" | "vegetarian" | "halal" | "kosher" | "gluten-free" | "no-lactose" | "no-gmo" | "no-added-sugar" | "no-additives" | "no-preservatives" | "no-colorings" | "no-artificial-flavors" | "low-fat" | "pdo" | "pgi" | "tsg" | "cruelty-free" | "green-dot")[];
            labels_other?: string[];
            countries_sold?: string[];
            manufacturing_places?: string[];
            packaging?: string[];
            stores?: string[];
            period_after_opening_months?: number | null;
            attributes?: {
                [key: string]: string | number | boolean | string[];
            } | null;
            images?: string[];
            pictures?: {
                role: "front" | "ingredients" | "nutrition" | "packaging";
                lang?: string | null;
                url: string;
                width?: number | null;
                height?: number | null;
            }[];
        };
        FreeFrom: {
            version: number;
            allergens: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
            reason: string;
        };
        ExplainedSearch: {
            items: {
                id: string;
                gtin: string | null;
                name: string;
                brand: string | null;
                category_path: string | null;
                country_of_origin: string | null;
                quality_score: number;
                score: number | null;
                matched?: "barcode" | "name";
                name_lang: string | null;
                explanation: components["schemas"]["ItemExplanation"];
            }[];
            page: number;
            size: number;
            total: number;
            total_is_exact: boolean;
            is_settled: boolean;
            explanation: components["schemas"]["SearchExplanation"];
            facets?: components["schemas"]["Facets"];
        };
        ItemExplanation: {
            match: "contains" | "similarity" | "barcode" | "filter";
            similarity: number | null;
            matched_text: string | null;
            matched: number[][] | null;
            rank: number | null;
            quality: {
                quality_score: number;
                parts: components["schemas"]["QualityPart"][];
                failed_checks: components["schemas"]["FailedCheck"][];
                penalty: number;
            } | null;
        };
        SearchExplanation: {
            text: string;
            code: string | null;
            order: string;
            similarity_threshold: number;
            quality_base: number;
            engine: "meilisearch" | "opensearch" | "postgres" | null;
            handed_over: ("barcode" | "order" | "deep" | "text" | "empty" | "other_version" | "not_tried" | "slow" | "failed" | "bug")[];
            names_looked_at: number | null;
            is_proven_complete: boolean;
            took_ms: number;
        };
        Facets: {
            brand?: components["schemas"]["Facet"];
            category?: components["schemas"]["Facet"];
            country?: components["schemas"]["Facet"];
            nutri_score?: components["schemas"]["Facet"];
            kind?: components["schemas"]["Facet"];
            label?: components["schemas"]["Facet"];
            allergen?: components["schemas"]["Facet"];
        };
        Facet: {
            values: components["schemas"]["FacetValue"][];
            other: number;
            exact: boolean;
        };
        FacetValue: {
            value: string;
            label: string;
            count: number;
            selected: boolean;
        };
        NewBarcode: {
            gtin: string;
            pack_level?: "each" | "inner" | "case" | "pallet";
            region?: string | null;
            is_primary?: boolean;
        };
        BarcodeEdit: {
            pack_level?: "each" | "inner" | "case" | "pallet";
            region?: string | null;
        };
        AdminMsrpList: {
            items: components["schemas"]["AdminMsrp"][];
        };
        ProductHistory: {
            items: components["schemas"]["ProductHistoryEntry"][];
            page: number;
            size: number;
            total: number;
        };
        ProductHistoryEntry: {
            seq: number;
            at: string;
            actor: string;
            operator_email: string | null;
            action: string;
            changes: {
                field: string;
                name: string;
                before: unknown;
                after: unknown;
            }[];
            can_revert: boolean;
            source: string | null;
            submission_id: string | null;
            reverted_seq: number | null;
            undone_submission_id: string | null;
            other_product: {
                id: string;
                name: string;
            } | null;
            unmerge_id: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            request_id: string | null;
        };
        ProductRevertPreview: {
            product_id: string;
            version: number;
            changed_since: string[];
            changes: components["schemas"]["ValueChange"][];
            source_changes: components["schemas"]["ProvenanceChange"][];
            quality_score: {
                before: number | null;
                after: number | null;
            };
        };
        ProductRevert: {
            version: number;
            seq: number;
            fields: string[];
        };
        MergePreview: {
            from: {
                id: string;
                name: string;
                version: number;
                status: string;
            };
            into: {
                id: string;
                name: string;
                version: number;
                status: string;
            };
            fields: components["schemas"]["FactComparison"][];
            barcodes: string[];
            primary_gtin: string | null;
            msrp_count: number;
            source_record_count: number;
            quality_score_before: number;
            quality_score_after: number;
        };
        Merge: {
            into: string;
            version: number;
            into_version: number;
        };
        UnmergePreview: {
            product: {
                id: string;
                name: string;
                version: number;
                changes: components["schemas"]["ValueChange"][];
                source_changes: components["schemas"]["ProvenanceChange"][];
                quality_score: {
                    before: number | null;
                    after: number | null;
                };
            };
            other: {
                id: string;
                name: string;
                version: number;
                changes: components["schemas"]["ValueChange"][];
                source_changes: components["schemas"]["ProvenanceChange"][];
                quality_score: {
                    before: number | null;
                    after: number | null;
                };
            };
            source_record_count: number;
            submission_count: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            page: number;
            size: number;
            total: number;
        };
        AuditEntry: {
            seq: number;
            at: string;
            actor: string;
            actor_email: string | null;
            action: string;
            entity: string;
            entity_id: string | null;
            subject: {
                name: string;
                owner: string | null;
            } | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            request_id: string | null;
            erased: boolean;
        };
        AuditChoices: {
            operators: {
                actor: string;
                email: string;
            }[];
            actions: string[];
            entities: string[];
        };
        AuditCheck: {
            checked: number;
            erased: number;
            problems: {
                kind: "changed" | "missing" | "unlinked";
                seq: number;
                message: string;
            }[];
            head: {
                seq: number;
                hash: string;
            } | null;
            next_after: number | null;
        };
        ErasedProduct: {
            id: string;
            contributions: number;
            audit_rows: number;
        };
        Erasure: {
            reason: string;
        };
        ErasedAccount: {
            id: string;
            contributions: number;
        };
        ErasedContact: {
            contributions: number;
        };
        ContactErasure: {
            contact_email: string;
            reason: string;
        };
        OperatorStats: {
            queue: {
                by_state: {
                    status: "pending" | "approved" | "rejected";
                    source: "public" | "backflow";
                    entries: number;
                }[];
                pending_by_age: {
                    source: "public" | "backflow";
                    under_1_hour: number;
                    under_1_day: number;
                    under_7_days: number;
                    under_30_days: number;
                    older: number;
                }[];
                oldest_pending_at: string | null;
            };
            decisions: {
                day: string;
                operator_id: string | null;
                operator_email: string | null;
                approved: number;
                rejected: number;
            }[];
            quality: {
                kind: string;
                products: number;
                average: number | null;
                buckets: number[];
            }[];
            coverage: {
                overall: {
                    field: "brand" | "category" | "barcode" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "ingredients_text" | "nutri_score" | "attributes" | "image" | "msrp";
                    applies_to: "all" | "food" | "other";
                    products: number;
                    filled: number;
                    share: number | null;
                }[];
                by_category: {
                    code: string;
                    name: string;
                    products: number;
                    fields: {
                        field: "brand" | "category" | "barcode" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "ingredients_text" | "nutri_score" | "attributes" | "image" | "msrp";
                        applies_to: "all" | "food" | "other";
                        products: number;
                        filled: number;
                        share: number | null;
                    }[];
                }[];
            };
            generated_at: string;
        };
        CallStats: {
            days: {
                day: string;
                calls: number;
                accounts: number;
            }[];
            accounts: {
                account_id: string;
                email: string;
                key_prefix: string | null;
                tier: string;
                calls: number;
                days: {
                    day: string;
                    calls: number;
                }[];
            }[];
            generated_at: string;
        };
        ReviewStats: {
            from: string;
            to: string;
            total: {
                approved: number;
                rejected: number;
                undone: number;
                p50_seconds: number | null;
                p95_seconds: number | null;
            };
            by_operator: {
                day: string;
                actor: string;
                operator_email: string | null;
                approved: number;
                rejected: number;
                undone: number;
            }[];
            by_source: {
                source: "public" | "backflow";
                approved: number;
                rejected: number;
                undone: number;
                p50_seconds: number | null;
                p95_seconds: number | null;
            }[];
            by_shop: {
                account_id: string;
                email: string;
                approved: number;
                rejected: number;
                undone: number;
                p50_seconds: number | null;
                p95_seconds: number | null;
            }[];
            generated_at: string;
        };
        SavedViewList: {
            items: components["schemas"]["SavedView"][];
        };
        SavedView: {
            id: string;
            list: "products" | "brands" | "keys" | "audit";
            name: string;
            params: {
                [key: string]: string;
            };
            is_shared: boolean;
            owner: {
                id: string;
                email: string;
            };
        };
        NewSavedView: {
            list: "products" | "brands" | "keys" | "audit";
            name: string;
            params: {
                [key: string]: string;
            };
            is_shared?: boolean;
        };
        SavedViewChange: {
            name?: string;
            params?: {
                [key: string]: string;
            };
            is_shared?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetUp"];
                };
            };
        };
    };
    endTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpState"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpState"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
        };
    };
    hearEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                state?: "pending" | "approved" | "rejected" | "all";
                source?: "public" | "backflow";
                account_id?: string;
                contact_of?: string;
                kind?: string;
                older_than?: string;
                newer_than?: string;
                has_gtin?: "true" | "false";
                claimed_by?: ("me" | "nobody" | "others") | string;
                assigned_to?: ("me" | "nobody" | "others") | string;
                waiting?: "true" | "false";
                answered?: "true" | "false";
                q?: string;
                risk?: "high" | "some" | "none";
                record?: "good" | "fair" | "poor" | "unproven";
                sort?: "oldest" | "newest" | "riskiest";
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuePage"];
                };
            };
        };
    };
    countSubmissions: {
        parameters: {
            query?: {
                state?: "pending" | "approved" | "rejected" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueCounts"];
                };
            };
        };
    };
    getNextSubmission: {
        parameters: {
            query?: {
                state?: "pending" | "approved" | "rejected" | "all";
                source?: "public" | "backflow";
                account_id?: string;
                contact_of?: string;
                kind?: string;
                older_than?: string;
                newer_than?: string;
                has_gtin?: "true" | "false";
                claimed_by?: ("me" | "nobody" | "others") | string;
                assigned_to?: ("me" | "nobody" | "others") | string;
                waiting?: "true" | "false";
                answered?: "true" | "false";
                q?: string;
                risk?: "high" | "some" | "none";
                record?: "good" | "fair" | "poor" | "unproven";
                sort?: "oldest" | "newest" | "riskiest";
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        submission: {
                            id: string;
                            source: "public" | "backflow";
                            status: "pending" | "approved" | "rejected";
                            kind: string | null;
                            gtin: string | null;
                            product_id: string | null;
                            product_name: string | null;
                            name: string | null;
                            brand: string | null;
                            category: string | null;
                            fields: string[];
                            claim: {
                                operator_id: string;
                                email: string;
                                claimed_at: string;
                                expires_at: string;
                            } | null;
                            assigned_to: {
                                operator_id: string;
                                email: string;
                            } | null;
                            risks: ("unknown_sender" | "look_alike" | "operator_word" | "renames")[];
                            asked_at: string | null;
                            waits_until: string | null;
                            answered_at: string | null;
                            created_at: string;
                            reviewed_at: string | null;
                            reviewed_by: string | null;
                            reason: string | null;
                            result_product_id: string | null;
                            can_ask: boolean;
                            messages: components["schemas"]["SubmissionMessage"][];
                            content: {
                                [key: string]: unknown;
                            };
                            contact_email: string | null;
                            account: {
                                id: string;
                                email: string;
                            } | null;
                            sender: {
                                kind: "account" | "contact";
                                email: string;
                                blocked_at: string | null;
                                record: components["schemas"]["SenderRecord"];
                            } | null;
                            barcode: {
                                gtin: string;
                                gtin14: string;
                                type: "gtin8" | "gtin12" | "gtin13" | "gtin14" | null;
                                pack_level: "each" | "case" | null;
                                verdict: "ok" | "warning" | "refused";
                                reason: string | null;
                                message: string | null;
                            } | null;
                            target: {
                                id: string;
                                name: string;
                                brand: string | null;
                                status: "draft" | "active" | "archived";
                                version: number;
                                quality_score: number;
                                matched_by: "gtin" | "product_id";
                                held_fields: string[];
                            } | null;
                            comparison: components["schemas"]["FactComparison"][];
                            unusable: {
                                field: string;
                                name: string;
                                value: unknown;
                                message: string;
                            }[];
                            possible_duplicates: components["schemas"]["PossibleDuplicate"][];
                            pending_twins: components["schemas"]["PendingTwin"][];
                            other_entries: {
                                id: string;
                                source: "public" | "backflow";
                                name: string | null;
                                created_at: string;
                            }[];
                            pictures: {
                                id: string;
                                role: "front" | "ingredients" | "nutrition" | "packaging";
                                width: number;
                                height: number;
                                created_at: string;
                                sha256: string;
                                state: "pending" | "approved" | "left_out" | "taken_down";
                                bytes: number;
                                is_on_product: boolean;
                            }[];
                            can_undo: boolean;
                            history: {
                                seq: number;
                                at: string;
                                action: string;
                                actor: string;
                                operator_email: string | null;
                                after: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        } | null;
                    };
                };
            };
        };
    };
    takeNextSubmission: {
        parameters: {
            query?: {
                state?: "pending" | "approved" | "rejected" | "all";
                source?: "public" | "backflow";
                account_id?: string;
                contact_of?: string;
                kind?: string;
                older_than?: string;
                newer_than?: string;
                has_gtin?: "true" | "false";
                claimed_by?: ("me" | "nobody" | "others") | string;
                assigned_to?: ("me" | "nobody" | "others") | string;
                waiting?: "true" | "false";
                answered?: "true" | "false";
                q?: string;
                risk?: "high" | "some" | "none";
                record?: "good" | "fair" | "poor" | "unproven";
                sort?: "oldest" | "newest" | "riskiest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    after?: string;
                    except?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedSubmission"];
                };
            };
        };
    };
    assignSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                    operator_id: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    decideInBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    action: "approve" | "reject";
                    ids: string[];
                    reason?: string;
                    dry_run?: boolean;
                    seen?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDecisionResult"];
                };
            };
        };
    };
    rejectMatching: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter: {
                        source?: "public" | "backflow";
                        account_id?: string;
                        contact_of?: string;
                        kind?: string;
                        older_than?: string;
                        newer_than?: string;
                        has_gtin?: boolean;
                        claimed_by?: "me" | "nobody";
                        waiting?: boolean;
                        q?: string;
                    };
                    reason?: string;
                    up_to?: string;
                    bulk_id?: string;
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectMatchingResult"];
                };
            };
        };
    };
    getSubmissionDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionDetail"];
                };
            };
        };
    };
    claimSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    force?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        claim: {
                            operator_id: string;
                            email: string;
                            claimed_at: string;
                            expires_at: string;
                        } | null;
                    };
                };
            };
        };
    };
    releaseSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        claim: {
                            operator_id: string;
                            email: string;
                            claimed_at: string;
                            expires_at: string;
                        } | null;
                    };
                };
            };
        };
    };
    previewApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    target_product_id?: string | null;
                    version?: number;
                    overrides?: {
                        category?: string | null;
                        name?: string;
                        name_lang?: string | null;
                        names?: {
                            [key: string]: string;
                        } | null;
                        generic_names?: {
                            [key: string]: string;
                        } | null;
                        brand?: string | null;
                        net_content_value?: number | null;
                        net_content_unit?: "g" | "kg" | "ml" | "l" | "pcs" | "m" | null;
                        country_of_origin?: string | null;
                        nutriments?: {
                            energy_kj?: number;
                            energy_kcal?: number;
                            fat_g?: number;
                            saturated_fat_g?: number;
                            monounsaturated_fat_g?: number;
                            polyunsaturated_fat_g?: number;
                            trans_fat_g?: number;
                            omega_3_fat_g?: number;
                            cholesterol_mg?: number;
                            carbohydrates_g?: number;
                            sugars_g?: number;
                            added_sugars_g?: number;
                            polyols_g?: number;
                            starch_g?: number;
                            fiber_g?: number;
                            proteins_g?: number;
                            salt_g?: number;
                            sodium_mg?: number;
                            potassium_mg?: number;
                            calcium_mg?: number;
                            phosphorus_mg?: number;
                            magnesium_mg?: number;
                            iron_mg?: number;
                            zinc_mg?: number;
                            iodine_ug?: number;
                            selenium_ug?: number;
                            fluoride_mg?: number;
                            vitamin_a_ug?: number;
                            vitamin_d_ug?: number;
                            vitamin_e_mg?: number;
                            vitamin_k_ug?: number;
                            vitamin_c_mg?: number;
                            thiamin_mg?: number;
                            riboflavin_mg?: number;
                            niacin_mg?: number;
                            vitamin_b6_mg?: number;
                            folic_acid_ug?: number;
                            vitamin_b12_ug?: number;
                            biotin_ug?: number;
                            pantothenic_acid_mg?: number;
                            caffeine_mg?: number;
                            taurine_mg?: number;
                            alcohol_pct?: number;
                        } | null;
                        nutrition_basis?: "100g" | "100ml" | "serving" | null;
                        serving_size?: string | null;
                        nutri_score?: "a" | "b" | "c" | "d" | "e" | null;
                        nova_group?: number | null;
                        environmental_score?: "a-plus" | "a" | "b" | "c" | "d" | "e" | "f" | null;
                        ingredients_text?: string | null;
                        ingredients_lang?: string | null;
                        ingredients_texts?: {
                            [key: string]: string;
                        } | null;
                        allergens?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
                        allergens_other?: string[];
                        no_allergens_stated?: boolean;
                        traces?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
                        traces_other?: string[];
                        no_traces_stated?: boolean;
                        additives?: string[];
                        no_nutrition_data?: boolean;
                        labels?: ("organic" | "eu-organic" | "usda-organic" | "fair-trade" | "rainforest-alliance" | "sustainable-palm-oil" | "palm-oil-free" | "msc" | "asc" | "fsc" | "free-range" | "vegan" | "vegetarian" | "halal" | "kosher" | "gluten-free" | "no-lactose" | "no-gmo" | "no-added-sugar" | "no-additives" | "no-preservatives" | "no-colorings" | "no-artificial-flavors" | "low-fat" | "pdo" | "pgi" | "tsg" | "cruelty-free" | "green-dot")[];
                        labels_other?: string[];
                        countries_sold?: string[];
                        manufacturing_places?: string[];
                        packaging?: string[];
                        stores?: string[];
                        period_after_opening_months?: number | null;
                        attributes?: {
                            [key: string]: string | number | boolean | string[];
                        } | null;
                        images?: string[];
                        pictures?: {
                            role: "front" | "ingredients" | "nutrition" | "packaging";
                            lang?: string | null;
                            url: string;
                            width?: number | null;
                            height?: number | null;
                        }[];
                        msrp?: components["schemas"]["NewMsrp"];
                    };
                    decisions?: {
                        [key: string]: "take" | "keep";
                    };
                    seen?: string;
                    confirmed_different?: string[];
                    left_pictures?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPreview"];
                };
            };
        };
    };
    approveSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    target_product_id?: string | null;
                    version?: number;
                    overrides?: {
                        category?: string | null;
                        name?: string;
                        name_lang?: string | null;
                        names?: {
                            [key: string]: string;
                        } | null;
                        generic_names?: {
                            [key: string]: string;
                        } | null;
                        brand?: string | null;
                        net_content_value?: number | null;
                        net_content_unit?: "g" | "kg" | "ml" | "l" | "pcs" | "m" | null;
                        country_of_origin?: string | null;
                        nutriments?: {
                            energy_kj?: number;
                            energy_kcal?: number;
                            fat_g?: number;
                            saturated_fat_g?: number;
                            monounsaturated_fat_g?: number;
                            polyunsaturated_fat_g?: number;
                            trans_fat_g?: number;
                            omega_3_fat_g?: number;
                            cholesterol_mg?: number;
                            carbohydrates_g?: number;
                            sugars_g?: number;
                            added_sugars_g?: number;
                            polyols_g?: number;
                            starch_g?: number;
                            fiber_g?: number;
                            proteins_g?: number;
                            salt_g?: number;
                            sodium_mg?: number;
                            potassium_mg?: number;
                            calcium_mg?: number;
                            phosphorus_mg?: number;
                            magnesium_mg?: number;
                            iron_mg?: number;
                            zinc_mg?: number;
                            iodine_ug?: number;
                            selenium_ug?: number;
                            fluoride_mg?: number;
                            vitamin_a_ug?: number;
                            vitamin_d_ug?: number;
                            vitamin_e_mg?: number;
                            vitamin_k_ug?: number;
                            vitamin_c_mg?: number;
                            thiamin_mg?: number;
                            riboflavin_mg?: number;
                            niacin_mg?: number;
                            vitamin_b6_mg?: number;
                            folic_acid_ug?: number;
                            vitamin_b12_ug?: number;
                            biotin_ug?: number;
                            pantothenic_acid_mg?: number;
                            caffeine_mg?: number;
                            taurine_mg?: number;
                            alcohol_pct?: number;
                        } | null;
                        nutrition_basis?: "100g" | "100ml" | "serving" | null;
                        serving_size?: string | null;
                        nutri_score?: "a" | "b" | "c" | "d" | "e" | null;
                        nova_group?: number | null;
                        environmental_score?: "a-plus" | "a" | "b" | "c" | "d" | "e" | "f" | null;
                        ingredients_text?: string | null;
                        ingredients_lang?: string | null;
                        ingredients_texts?: {
                            [key: string]: string;
                        } | null;
                        allergens?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
                        allergens_other?: string[];
                        no_allergens_stated?: boolean;
                        traces?: ("gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame-seeds" | "sulphur-dioxide-and-sulphites" | "lupin" | "molluscs" | "apple" | "banana" | "beef" | "chicken" | "gelatin" | "kiwi" | "matsutake" | "orange" | "peach" | "pork" | "red-caviar" | "yamaimo")[];
                        traces_other?: string[];
                        no_traces_stated?: boolean;
                        additives?: string[];
                        no_nutrition_data?: boolean;
                        labels?: ("organic" | "eu-organic" | "usda-organic" | "fair-trade" | "rainforest-alliance" | "sustainable-palm-oil" | "palm-oil-free" | "msc" | "asc" | "fsc" | "free-range" | "vegan" | "vegetarian" | "halal" | "kosher" | "gluten-free" | "no-lactose" | "no-gmo" | "no-added-sugar" | "no-additives" | "no-preservatives" | "no-colorings" | "no-artificial-flavors" | "low-fat" | "pdo" | "pgi" | "tsg" | "cruelty-free" | "green-dot")[];
                        labels_other?: string[];
                        countries_sold?: string[];
                        manufacturing_places?: string[];
                        packaging?: string[];
                        stores?: string[];
                        period_after_opening_months?: number | null;
                        attributes?: {
                            [key: string]: string | number | boolean | string[];
                        } | null;
                        images?: string[];
                        pictures?: {
                            role: "front" | "ingredients" | "nutrition" | "packaging";
                            lang?: string | null;
                            url: string;
                            width?: number | null;
                            height?: number | null;
                        }[];
                        msrp?: components["schemas"]["NewMsrp"];
                    };
                    decisions?: {
                        [key: string]: "take" | "keep";
                    };
                    seen?: string;
                    confirmed_different?: string[];
                    left_pictures?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    rejectSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    getSubmittedPicture: {
        parameters: {
            query?: {
                size?: "200" | "400" | "1200";
            };
            header?: never;
            path: {
                id: string;
                image_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    takeDownPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenDownPicture"];
                };
            };
        };
    };
    undoBulkDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bulk_id: string;
                    cursor?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoBulkResult"];
                };
            };
        };
    };
    undoDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneDecision"];
                };
            };
        };
    };
    writeNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionMessage"];
                };
            };
        };
    };
    askContributor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionMessage"];
                };
            };
        };
    };
    getSenderOfSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetail"];
                };
            };
        };
    };
    blockSenderOfSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderBlock"];
                };
            };
        };
    };
    unblockSenderOfSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderBlock"];
                };
            };
        };
    };
    getSenderOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetail"];
                };
            };
        };
    };
    blockSenderOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderBlock"];
                };
            };
        };
    };
    unblockSenderOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderBlock"];
                };
            };
        };
    };
    listRejectReasons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectReasonList"];
                };
            };
        };
    };
    createRejectReason: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRejectReason"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectReason"];
                };
            };
        };
    };
    changeRejectReason: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectReasonChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectReason"];
                };
            };
        };
    };
    orderRejectReasons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectReasonOrder"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectReasonList"];
                };
            };
        };
    };
    suggestFacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    product_id?: string;
                    facts: {
                        name?: string | null;
                        brand?: string | null;
                        category?: string | null;
                        net_content_value?: number | null;
                        net_content_unit?: string | null;
                        country_of_origin?: string | null;
                        nutriments?: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["Suggestion"][];
                    };
                };
            };
        };
    };
    listAdminBrands: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                q?: string;
                sort?: "name" | "-name" | "products" | "fewest" | "newest" | "oldest";
                unused?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrandPage"];
                };
            };
        };
    };
    createBrand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBrand"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    getAdminBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    deleteBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    renameBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandRename"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    getBrandImpact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandImpact"];
                };
            };
        };
    };
    mergeBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandMerge"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    addBrandAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBrandAlias"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    removeBrandAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                alias: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBrand"];
                };
            };
        };
    };
    listAdminCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCategoryList"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCategory"];
                };
            };
        };
    };
    getAdminCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCategory"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCategory"];
                };
            };
        };
    };
    changeCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCategory"];
                };
            };
        };
    };
    listAdminKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminKindList"];
                };
            };
        };
    };
    createKind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKind"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminKind"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    changeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTemplate"];
                };
            };
        };
    };
    renameKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KindRename"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminKind"];
                };
            };
        };
    };
    listAdminSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSourceList"];
                };
            };
        };
    };
    createSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSource"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSource"];
                };
            };
        };
    };
    changeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSource"];
                };
            };
        };
    };
    listQualityRecomputes: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                state?: "pending" | "running" | "done" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityRecomputePage"];
                };
            };
        };
    };
    requestQualityRecompute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QualityRecomputeRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityRecompute"];
                };
            };
        };
    };
    getQualityRecompute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityRecompute"];
                };
            };
        };
    };
    getIndexStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexStatus"];
                };
            };
        };
    };
    listIndexLag: {
        parameters: {
            query?: {
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexLag"];
                };
            };
        };
    };
    listParkedProducts: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedProductPage"];
                };
            };
        };
    };
    retryParkedProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexStatus"];
                };
            };
        };
    };
    listIndexRebuilds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexRebuildList"];
                };
            };
        };
    };
    requestIndexRebuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexRebuild"];
                };
            };
        };
    };
    requestIndexReconcile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexReconcile"];
                };
            };
        };
    };
    listQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                state?: "waiting" | "active" | "delayed" | "failed" | "completed";
            };
            header?: never;
            path: {
                queue: "index-sync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    pauseQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                queue: "index-sync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    resumeQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                queue: "index-sync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                queue: "index-sync";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listDumpRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpRunList"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPage"];
                };
            };
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperator"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    changeOperatorRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    disableOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    enableOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnProof"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    resetOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    resetOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnProof"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    endOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                q?: string;
                tier?: string;
                status?: "active" | "blocked";
                sort?: "-created" | "created" | "email" | "-email" | "tier" | "-tier" | "calls_today" | "-calls_today";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountPage"];
                };
            };
        };
    };
    getAccountDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountDetail"];
                };
            };
        };
    };
    changeAccountTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountDetail"];
                };
            };
        };
    };
    handOverAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOver"];
                };
            };
        };
    };
    blockAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountDetail"];
                };
            };
        };
    };
    unblockAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountDetail"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
        };
    };
    revokeLeakedKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeakedKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
        };
    };
    listTiers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierList"];
                };
            };
        };
    };
    changeTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TierChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tier"];
                };
            };
        };
    };
    listAccountWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    switchOffWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    changeProductsInBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkChangeResult"];
                };
            };
        };
    };
    exportProducts: {
        parameters: {
            query?: {
                q?: string;
                status?: "draft" | "active" | "archived" | "merged";
                category?: string;
                brand?: string;
                brand_id?: string;
                country?: string;
                kind?: string;
                not_kind?: string;
                source?: string;
                has_gtin?: boolean;
                min_quality?: number;
                max_quality?: number;
                missing?: "category" | "name_lang" | "names" | "generic_names" | "brand" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "serving_size" | "nutri_score" | "nova_group" | "environmental_score" | "ingredients_text" | "ingredients_lang" | "ingredients_texts" | "allergens" | "traces" | "free_from" | "additives" | "no_nutrition_data" | "labels" | "countries_sold" | "manufacturing_places" | "packaging" | "stores" | "period_after_opening_months" | "attributes" | "image" | "pictures" | "contributed_pictures" | "barcode" | "msrp";
                present?: "category" | "name_lang" | "names" | "generic_names" | "brand" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "serving_size" | "nutri_score" | "nova_group" | "environmental_score" | "ingredients_text" | "ingredients_lang" | "ingredients_texts" | "allergens" | "traces" | "free_from" | "additives" | "no_nutrition_data" | "labels" | "countries_sold" | "manufacturing_places" | "packaging" | "stores" | "period_after_opening_months" | "attributes" | "image" | "pictures" | "contributed_pictures" | "barcode" | "msrp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                q?: string;
                status?: "draft" | "active" | "archived" | "merged";
                category?: string;
                brand?: string;
                brand_id?: string;
                country?: string;
                kind?: string;
                not_kind?: string;
                source?: string;
                has_gtin?: boolean;
                min_quality?: number;
                max_quality?: number;
                missing?: "category" | "name_lang" | "names" | "generic_names" | "brand" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "serving_size" | "nutri_score" | "nova_group" | "environmental_score" | "ingredients_text" | "ingredients_lang" | "ingredients_texts" | "allergens" | "traces" | "free_from" | "additives" | "no_nutrition_data" | "labels" | "countries_sold" | "manufacturing_places" | "packaging" | "stores" | "period_after_opening_months" | "attributes" | "image" | "pictures" | "contributed_pictures" | "barcode" | "msrp";
                present?: "category" | "name_lang" | "names" | "generic_names" | "brand" | "net_content" | "country_of_origin" | "nutriments" | "nutrition_basis" | "serving_size" | "nutri_score" | "nova_group" | "environmental_score" | "ingredients_text" | "ingredients_lang" | "ingredients_texts" | "allergens" | "traces" | "free_from" | "additives" | "no_nutrition_data" | "labels" | "countries_sold" | "manufacturing_places" | "packaging" | "stores" | "period_after_opening_months" | "attributes" | "image" | "pictures" | "contributed_pictures" | "barcode" | "msrp";
                view?: "all" | "public";
                sort?: "relevance" | "quality" | "-quality" | "name" | "-name" | "updated" | "-updated" | "created" | "-created" | "brand" | "-brand" | "country" | "-country";
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProduct"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    editProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductEdit"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    getProductQuality: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminQuality"];
                };
            };
        };
    };
    setFreeFrom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FreeFrom"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    archiveProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    restoreProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    activateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    deactivateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    explainSearch: {
        parameters: {
            query?: {
                q?: string;
                category?: string;
                brand?: string;
                country?: string;
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedSearch"];
                };
            };
        };
    };
    addBarcode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBarcode"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    removeBarcode: {
        parameters: {
            query?: {
                successor?: string;
            };
            header?: never;
            path: {
                id: string;
                gtin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    editBarcode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                gtin: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BarcodeEdit"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    makeBarcodePrimary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                gtin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    listProductMsrp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMsrpList"];
                };
            };
        };
    };
    addMsrp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMsrp"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMsrpList"];
                };
            };
        };
    };
    deleteMsrp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                msrp_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMsrpList"];
                };
            };
        };
    };
    listProductHistory: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductHistory"];
                };
            };
        };
    };
    previewRevert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductRevert"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductRevertPreview"];
                };
            };
        };
    };
    revertProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductRevert"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    previewMerge: {
        parameters: {
            query: {
                into: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergePreview"];
                };
            };
        };
    };
    mergeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Merge"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    previewUnmerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmergePreview"];
                };
            };
        };
    };
    unmergeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                actor?: string;
                action?: string;
                entity?: string;
                entity_id?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    listAuditChoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditChoices"];
                };
            };
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"];
                };
            };
        };
    };
    eraseProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedProduct"];
                };
            };
        };
    };
    eraseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedAccount"];
                };
            };
        };
    };
    eraseContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactErasure"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedContact"];
                };
            };
        };
    };
    getOperatorStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorStats"];
                };
            };
        };
    };
    getCallStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallStats"];
                };
            };
        };
    };
    getReviewStats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewStats"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedView"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    changeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    getAdminOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
