import { Badge, Box, Checkbox, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useSearch } from '@tanstack/react-router';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import classes from '../open-submission.module.css';
import type { SubmissionDraft } from '../submission-draft.ts';

type Picture = SubmissionDetail['pictures'][number];

const STATES = { approved: 'teal', left_out: 'gray', taken_down: 'red' };

/** The pictures of a submission: a click enlarges one, and each is accepted unless excluded. */
export function SubmissionPictures({
  submission,
  draft,
  isOpen,
  onDraft,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  isOpen: boolean;
  onDraft: (change: Partial<SubmissionDraft>) => void;
}) {
  const arePicturesFirst = useSearch({ from: '/review' }).has_pictures === 'true';
  if (submission.pictures.length === 0) return null;
  const turn = (id: string, isTaken: boolean) => {
    const others = draft.leftPictures.filter((left) => left !== id);
    onDraft({ leftPictures: isTaken ? others : [...others, id] });
  };
  return (
    <Box component="section" className={classes.pictures} aria-label="Pictures" tabIndex={0}>
      {submission.pictures.map((picture, index) => {
        const name = `Picture ${index + 1}: ${picture.role}`;
        return (
          <Stack key={picture.id} gap={4} miw={0}>
            {picture.state === 'taken_down' ? (
              <Text size="sm">{name}, taken down</Text>
            ) : (
              <UnstyledButton
                aria-label={`${name}, larger`}
                onClick={() => showLarge(submission.id, picture, name)}
              >
                <Image
                  className={classes.picture}
                  src={addressOfSubmitted(submission.id, picture.id, arePicturesFirst ? 1200 : 400)}
                  alt={name}
                  fit="contain"
                  loading="lazy"
                />
              </UnstyledButton>
            )}
            {picture.state !== 'pending' && (
              <Badge size="xs" color={STATES[picture.state]}>
                {picture.state.replace('_', ' ')}
              </Badge>
            )}
            {picture.is_on_product && (
              <Badge size="xs" color="orange">
                the product has one like it
              </Badge>
            )}
            {isOpen && picture.state === 'pending' && (
              <Checkbox
                size="xs"
                label={`Take over ${picture.role}`}
                aria-label={`Take over picture ${index + 1}`}
                checked={!draft.leftPictures.includes(picture.id)}
                onChange={(event) => turn(picture.id, event.currentTarget.checked)}
              />
            )}
          </Stack>
        );
      })}
    </Box>
  );
}

function showLarge(submissionId: string, picture: Picture, name: string): void {
  modals.open({
    title: `${name}, ${picture.width} × ${picture.height}`,
    size: 'xl',
    children: (
      <Image src={addressOfSubmitted(submissionId, picture.id, 1200)} alt={name} mah="75vh" fit="contain" />
    ),
  });
}

/** Returns the address at which operators see a picture that is not approved yet. */
export function addressOfSubmitted(submissionId: string, pictureId: string, size: number): string {
  return `/api/admin/submissions/${submissionId}/images/${pictureId}?size=${size}`;
}
