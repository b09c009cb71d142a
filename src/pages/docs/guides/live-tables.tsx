import type { ComponentChildren } from 'preact';
import type { Tier } from '../../../access/tiers/tier-store.ts';
import type { PageContext } from '../../page.ts';
import { Table } from '../../layout/table.tsx';

/** Returns the current limits of each tier, the smallest first. */
export type ListTiers = () => Promise<Tier[]>;

/** Shows the tiers of this service as its operator has set them. */
export function showTiers(listTiers: ListTiers) {
  return async ({ texts }: PageContext): Promise<ComponentChildren> => {
    const figure = (value: number | null) => (value === null ? 'none' : texts.number(value));
    const tiers = await listTiers();
    return (
      <Table label="Tiers" headings={['Tier', 'Calls a minute', 'Quota']}>
        {tiers.map(({ code, perMinute, cumulative }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>{figure(perMinute)}</td>
            <td>{figure(cumulative)}</td>
          </tr>
        ))}
      </Table>
    );
  };
}

/** Shows the sources of this service, with their numbers of products. */
export async function showSources({ ask, texts }: PageContext): Promise<ComponentChildren> {
  const { items } = await ask('listSources');
  return (
    <Table label="Sources" headings={['Source', 'Licence', 'Name it as', 'Products']}>
      {items.map(({ id, name, license, license_url, attribution, homepage_url, product_count }) => (
        <tr key={id}>
          <td>{linkTo(homepage_url, name)}</td>
          <td>{linkTo(license_url, license ?? 'none stated')}</td>
          <td>{attribution ?? name}</td>
          <td>{texts.number(product_count)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Operators enter these addresses, so only web addresses are linked. */
function linkTo(address: string | null, text: string): ComponentChildren {
  return address !== null && /^https?:/.test(address) ? <a href={address}>{text}</a> : text;
}
