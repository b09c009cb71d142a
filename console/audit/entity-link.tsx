import { TextLink } from '../parts/text/text-link.tsx';

/** To the page of what a row is about, for those that have one. */
export function EntityLink({ entity, id }: { entity: string; id: string | null }) {
  if (!id) return entity;
  if (entity === 'product') {
    return (
      <TextLink to="/products/$productId" params={{ productId: id }}>
        product {id}
      </TextLink>
    );
  }
  if (entity === 'submission') {
    return (
      <TextLink to="/review" search={{ id, state: 'all' }}>
        submission {id}
      </TextLink>
    );
  }
  if (entity === 'brand') {
    return (
      <TextLink to="/brands/$brandId" params={{ brandId: id }}>
        brand {id}
      </TextLink>
    );
  }
  if (entity === 'category') {
    return (
      <TextLink to="/categories" search={{ id }}>
        category {id}
      </TextLink>
    );
  }
  return `${entity} ${id}`;
}
