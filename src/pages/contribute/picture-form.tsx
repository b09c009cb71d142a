import { PICTURE_ROLES } from '../../facts/registry/fact-codes.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { Field, Problems } from '../form/fields.tsx';
import type { Problem } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import type { PageContext } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

/** The name of the file field. */
export const PICTURE_FIELD = 'picture';
/** Refusal reasons with a text of their own. */
const WORDED_REASONS = [
  'unreadable',
  'too_many_pixels',
  'animated',
  'too_costly',
  'too_many_pictures',
  'picture_blocked',
] as const;

/** Describes why a picture is refused, in the reader's language. */
export function describePictureRefusal(texts: Texts, error: ApiError): Problem[] {
  if (error.code === 'payload_too_large')
    return [{ field: PICTURE_FIELD, text: texts.t('picture.too_large') }];
  const reason = WORDED_REASONS.find((known) => known === error.details?.['reason']);
  if (reason) return [{ field: PICTURE_FIELD, text: texts.t(`picture.${reason}`) }];
  if (error.code === 'unsupported_media_type')
    return [{ field: PICTURE_FIELD, text: texts.t('picture.unreadable') }];
  return listProblems(texts, error, [PICTURE_FIELD]);
}

/** Lets the contributor choose a picture, and shows the problems of the last one. */
export function PictureForm({ context, problems }: { context: PageContext; problems: readonly Problem[] }) {
  const { texts, form, request } = context;
  const { t } = texts;
  const { id } = request.params as { id: string };
  const { picture, withdrawn, refused } = request.query;
  const state = { texts, form, problems };
  return (
    <section id="pictures">
      <h2>{t('picture.title')}</h2>
      {typeof picture === 'string' && /^[\da-f-]{36}$/.test(picture) && (
        <form class="card" method="post" action={`/contribute/${id}/images/${picture}`}>
          <p role="status">{t('picture.sent')}</p>
          <button type="submit">{t('picture.withdraw')}</button>
        </form>
      )}
      {refused !== undefined && <p role="alert">{t('picture.refused')}</p>}
      {withdrawn !== undefined && <p role="status">{t('picture.withdrawn')}</p>}
      <p>{t('picture.text')}</p>
      <form class="sheet" method="post" action={`/contribute/${id}/images`} encType="multipart/form-data">
        <Problems {...state} />
        <Field
          {...{ state, name: PICTURE_FIELD, label: t('picture.file') }}
          control={(described) => (
            <input
              {...described}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              required
            />
          )}
        />
        <Field
          {...{ state, name: 'role', label: t('picture.role') }}
          control={(described) => (
            <select {...described}>
              {PICTURE_ROLES.map((role) => (
                <option key={role} value={role} selected={form.get('role') === role}>
                  {t(`picture.${role}`)}
                </option>
              ))}
            </select>
          )}
        />
        <button type="submit">{t('picture.send')}</button>
      </form>
    </section>
  );
}
