import { ApiError } from '../../platform/http/api-error.ts';
import { MOST_PICTURE_BYTES } from '../../review/pictures/submitted-picture-contract.ts';
import type { PageContext, PageRoute } from '../page.ts';
import { findAnswerToken } from './answer-token-cookie.ts';
import { describePictureRefusal, PICTURE_FIELD } from './picture-form.tsx';
import { showSubmission } from './submission-page.tsx';

/** Adds pictures to a submission and withdraws them, in the browser that sent the submission. */
export const picturePages: PageRoute[] = [
  {
    method: 'post',
    path: '/contribute/:id/images',
    sendsTo: 'sendPicture',
    takesFiles: { fields: [PICTURE_FIELD], mostBytes: MOST_PICTURE_BYTES },
    async show(context) {
      const { request, form, files, ask, texts } = context;
      const file = files[PICTURE_FIELD];
      const { id } = request.params as { id: string };
      if (!file)
        return await showSubmission(
          context,
          { picture: [{ field: PICTURE_FIELD, text: texts.t('picture.none') }] },
          400,
        );
      try {
        const taken = await ask('sendPicture', {
          params: { id },
          query: { role: form.get('role') ?? undefined },
          headers: withToken(context),
          body: file,
        });
        return { status: 303, location: `/contribute/${id}?picture=${taken.id}#pictures` };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return await showSubmission(context, { picture: describePictureRefusal(texts, error) }, error.status);
      }
    },
  },
  {
    method: 'post',
    path: '/contribute/:id/images/:picture',
    async show(context) {
      const { id, picture } = context.request.params as { id: string; picture: string };
      await context.ask('withdrawPicture', {
        params: { id, image_id: picture },
        headers: withToken(context),
      });
      return { status: 303, location: `/contribute/${id}?withdrawn=true#pictures` };
    },
  },
];

const withToken = (context: PageContext) => ({
  ...context.request.headers,
  'x-answer-token': findAnswerToken(context) ?? '',
});
