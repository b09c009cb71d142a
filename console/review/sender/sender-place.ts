/** Where a sender is shown: on a submission or an account. */
export interface SenderPlace {
  entity: 'submission' | 'account';
  id: string;
}

const PATHS = { submission: '/submissions/{id}/sender', account: '/accounts/{id}/sender' } as const;

export const senderPath = ({ entity }: SenderPlace) => PATHS[entity];

/** Queries to refetch when a sender is blocked or unblocked. */
export const SENDER_KEYS = [['submissions'], ['accounts']];
