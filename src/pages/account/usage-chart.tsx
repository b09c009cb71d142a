import type { OwnAccount } from '../../access/accounts/sessions/own-account-contract.ts';
import { Table } from '../layout/table.tsx';
import type { Texts } from '../texts/texts.ts';

/** Sizes in units of the drawing. */
const STEP = 20;
const BAR = 14;
const HEIGHT = 120;

/** Calls by day as a bar chart and as a table. */
export function UsageChart({ days, texts }: { days: OwnAccount['days']; texts: Texts }) {
  const { t, number, date } = texts;
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const most = Math.max(...days.map((day) => day.calls));
  const shown = days.map((day) => ({ ...day, title: `${date(day.day)}: ${number(day.calls)}` }));
  const said = t('account.inDays', { calls: number(calls), days: number(days.length) });
  return (
    <figure class="usage">
      <figcaption>{said}</figcaption>
      {calls > 0 && (
        <>
          <p class="most faint" aria-hidden="true">
            {number(most)}
          </p>
          <svg
            viewBox={`0 0 ${STEP * days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={said}
          >
            {shown.map(({ day, calls: height, title }, place) => {
              const drawn = height === 0 ? 1 : Math.max(3, (height / most) * HEIGHT);
              return (
                <rect
                  key={day}
                  class={height === 0 ? 'none' : undefined}
                  x={place * STEP + (STEP - BAR) / 2}
                  y={HEIGHT - drawn}
                  width={BAR}
                  height={drawn}
                >
                  <title>{title}</title>
                </rect>
              );
            })}
          </svg>
          <p class="ends faint" aria-hidden="true">
            <span>{date(days[0]?.day ?? '')}</span>
            <span>{date(days.at(-1)?.day ?? '')}</span>
          </p>
        </>
      )}
      <details>
        <summary>{t('account.asTable')}</summary>
        <Table label={said} headings={[t('account.day'), t('account.calls')]}>
          {shown.toReversed().map(({ day, calls: count }) => (
            <tr key={day}>
              <th scope="row">{date(day)}</th>
              <td>{number(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
