/** Where a sender is named: an entry, or an account. */
export interface SenderPlace {
  entity: 'submission' | 'account';
  id: string;
}

const PATHS = { submission: '/submissions/{id}/sender', account: '/accounts/{id}/sender' } as const;

export const senderPath = ({ entity }: SenderPlace) => PATHS[entity];

/** What is other when a sender is blocked or unblocked. */
export const SENDER_KEYS = [['submissions'], ['accounts']];
