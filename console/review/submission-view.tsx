import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { HIGH_RISK, RISKS } from '../../src/review/queue/risk-contract.ts';
import { Panel } from '../parts/panel.tsx';
import { PictureAddressProvider, type PictureAddress } from '../parts/pictures/picture-values.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { describeValue } from '../parts/text/value-text.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { nameSubmission } from './desk/review-desk.ts';
import { SubmissionSuggestions } from './submission/submission-suggestions.tsx';
import { addressOfSubmitted, SubmissionPictures } from './submission/submission-pictures.tsx';
import { SubmissionHistory, SubmissionWords } from './submission/submission-words.tsx';
import { ProductPanel } from './submission/product-panel.tsx';
import type { ApprovalState } from './submission/use-approval.ts';
import { isOverridden, type SubmissionDraft } from './submission-draft.ts';
import type { WrittenKind } from './messages/message-dialog.tsx';
import { MessageButtons, MessagesPanel } from './messages/messages-panel.tsx';
import classes from './open-submission.module.css';
import { SenderLine } from './sender/sender-line.tsx';
import { useQuery } from '@tanstack/react-query';

const VERDICTS = { ok: 'teal', warning: 'orange', refused: 'red' };

interface Props {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  approval: ApprovalState;
  isOpen: boolean;
  /** Whether the operator may choose another product than the submission's. */
  mayChoose: boolean;
  onDraft: (change: Partial<SubmissionDraft>) => void;
  onChoose: (target: SubmissionDraft['target']) => void;
  onConfirm: () => void;
  onOpen: (id: string) => void;
  onWrite: (kind: WrittenKind) => void;
}

/** One submission with everything needed to decide it. */
export function SubmissionView({
  submission,
  draft,
  approval,
  isOpen,
  mayChoose,
  onDraft,
  onChoose,
  onConfirm,
  onOpen,
  onWrite,
}: Props) {
  const name = nameSubmission(submission);
  // Products that the reviewer must tell apart come before the facts.
  const isAlike = [
    ...submission.possible_duplicates,
    ...(submission.target ? [] : submission.pending_twins),
  ].some(({ needs_confirmation: isStrong }) => isStrong);
  const products = (
    <ProductPanel {...{ submission, draft, isOpen, mayChoose, onChoose, onConfirm, onOpen }} />
  );
  const addressOf: PictureAddress = (sha256, size) => {
    const own = submission.pictures.find((picture) => picture.sha256 === sha256);
    return own ? addressOfSubmitted(submission.id, own.id, size) : `/images/${sha256}/${size}.webp`;
  };
  return (
    <Stack gap="sm">
      <div>
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={2} lineClamp={3} miw={0} maw="100%" title={name}>
            {name}
          </Title>
          <MessageButtons {...{ submission, isOpen, onWrite }} />
        </Group>
        <Group gap="xs" fz="sm" c="dimmed">
          <Badge color={submission.source === 'backflow' ? 'grape' : 'blue'}>
            {submission.source === 'backflow' ? 'back-flow' : 'public'}
          </Badge>
          {submission.kind && <Badge color="gray">{submission.kind}</Badge>}
          <span>
            came in <RelativeTime value={submission.created_at} />
          </span>
          {submission.status === 'pending' && submission.risks.length > 0 && (
            <RiskNote risks={submission.risks} />
          )}
        </Group>
        <SenderLine submission={submission} />
      </div>
      <Outcome submission={submission} />
      <SubmissionWords submission={submission} />
      <MessagesPanel {...{ submission, isOpen }} />
      <UnusableFields submission={submission} draft={draft} isOpen={isOpen} onDraft={onDraft} />
      <div className={classes.evidence}>
        <SubmissionPictures {...{ submission, draft, isOpen, onDraft }} />
        <Stack gap="sm" miw={0} className={classes.facts}>
          {isAlike && products}
          {isOpen && <SubmissionSuggestions {...{ submission, draft, onDraft }} rows={approval.rows} />}
          <PictureAddressProvider value={addressOf}>
            <ComparisonTable
              {...{ approval, draft, isOpen }}
              onDecide={(decisions) => onDraft({ decisions })}
            />
          </PictureAddressProvider>
          {!isAlike && products}
          <BarcodePanel submission={submission} />
          <SubmissionHistory submission={submission} />
        </Stack>
      </div>
    </Stack>
  );
}

/** The reasons for a closer look, the most serious first. */
function RiskNote({ risks }: { risks: SubmissionDetail['risks'] }) {
  const found = RISKS.filter(({ code }) => risks.includes(code)).toReversed();
  const isHigh = found.some(({ value }) => value >= HIGH_RISK);
  return (
    <Text span inherit {...(isHigh ? { fw: 700, c: 'var(--mantine-color-error)' } : {})}>
      {isHigh ? 'high risk' : 'some risk'}: {found.map(({ label }) => label).join('; ')}
    </Text>
  );
}

function Outcome({ submission }: { submission: SubmissionDetail }) {
  if (submission.status === 'pending') return null;
  return (
    <Alert color={submission.status === 'approved' ? 'teal' : 'red'}>
      <Text size="sm">
        {submission.status === 'approved' ? 'Approved' : 'Rejected'}{' '}
        <RelativeTime value={submission.reviewed_at} />
        {submission.decided_by_rule && ` by the rule “${submission.decided_by_rule}”, switched on`}
        {submission.reviewed_by && ` by ${submission.reviewed_by}`}
        {submission.reason && `: ${submission.reason}`}
        {submission.result_product_id && (
          <>
            {'. '}
            <TextLink to="/products/$productId" params={{ productId: submission.result_product_id }}>
              To the product
            </TextLink>
          </>
        )}
      </Text>
    </Alert>
  );
}

/** Submitted fields that cannot be used, with the reason; each must be overridden or left out. */
function UnusableFields({
  submission,
  draft,
  isOpen,
  onDraft,
}: Pick<Props, 'submission' | 'draft' | 'isOpen' | 'onDraft'>) {
  if (submission.unusable.length === 0) return null;
  return (
    <Alert color="orange" title="Not usable as submitted">
      <Stack gap={6}>
        {submission.unusable.map(({ field, name, value, message }) => {
          const isLeftOut = draft.decisions[field] === 'keep';
          return (
            <Group key={name} justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" miw={0} lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
                <b>{name.replaceAll('_', ' ')}</b> {describeValue(value)}: {message}
              </Text>
              {isOverridden(draft, field) ? (
                <Badge color="indigo">yours is written</Badge>
              ) : isLeftOut ? (
                <Badge color="gray">left out</Badge>
              ) : (
                isOpen && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    style={{ flexShrink: 0 }}
                    onClick={() => onDraft({ decisions: { ...draft.decisions, [field]: 'keep' } })}
                  >
                    Leave out
                  </Button>
                )
              )}
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}

function BarcodePanel({ submission }: { submission: SubmissionDetail }) {
  const { barcode } = submission;
  if (!barcode) return null;
  return (
    <Panel title="Barcode" actions={<Badge color={VERDICTS[barcode.verdict]}>{barcode.verdict}</Badge>}>
      <Group align="flex-start">
        <BarcodeDrawing gtin={barcode.gtin} />
        <Stack gap={2}>
          <span className="code-text">{barcode.gtin}</span>
          <Text size="xs" c="dimmed">
            {[barcode.type?.replace('gtin', 'GTIN-'), barcode.pack_level].filter(Boolean).join(', ')}
          </Text>
          {barcode.message && <Text size="sm">{barcode.message}</Text>}
        </Stack>
      </Group>
    </Panel>
  );
}

/**
 * Draws the barcode of a GTIN, to be tried with a scanner; empty for an invalid GTIN. The drawing code is loaded on
 * demand.
 */
function BarcodeDrawing({ gtin }: { gtin: string }) {
  const { data: drawing } = useQuery({
    queryKey: ['barcode-drawing', gtin],
    queryFn: async () =>
      (await import('../../src/catalog/barcodes/draw-barcode.ts')).drawBarcode(gtin) ?? null,
    staleTime: Infinity,
  });
  if (drawing === null) return null;
  return (
    <div
      className="barcode-drawing"
      role="img"
      aria-label={`Barcode ${gtin}`}
      // Safe: the SVG is drawn from digits only.
      dangerouslySetInnerHTML={{ __html: drawing ?? '' }}
    />
  );
}
