import type { AuditListEntry } from '../../src/platform/audit/audit-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { TextLink } from '../parts/text/text-link.tsx';

/** Returns the name of a row's entity, if it has one: `Oat drink, of shop@example.org`. */
export function nameSubject({ entity, entity_id: id, subject }: AuditListEntry): string {
  if (!subject) return [entity, id].filter(Boolean).join(' ');
  return subject.owner === null ? subject.name : `${subject.name}, of ${subject.owner}`;
}

/** A link to the entity's page, for entities that have one. */
export function EntityLink({ entry }: { entry: AuditListEntry }) {
  const { entity, entity_id: id, subject } = entry;
  const isAdmin = useMayActAs('admin');
  const label = subject ? `${entity} ${nameSubject(entry)}` : nameSubject(entry);
  if (!id) return label;
  if (entity === 'product') {
    return (
      <TextLink to="/products/$productId" params={{ productId: id }}>
        {label}
      </TextLink>
    );
  }
  if (entity === 'submission') {
    return (
      <TextLink to="/review" search={{ id, state: 'all' }}>
        {label}
      </TextLink>
    );
  }
  if (entity === 'brand') {
    return (
      <TextLink to="/brands/$brandId" params={{ brandId: id }}>
        {label}
      </TextLink>
    );
  }
  if (entity === 'category') {
    return (
      <TextLink to="/categories" search={{ id }}>
        {label}
      </TextLink>
    );
  }
  if (entity === 'account' && isAdmin) {
    return (
      <TextLink to="/keys/$accountId" params={{ accountId: id }}>
        {label}
      </TextLink>
    );
  }
  return label;
}
