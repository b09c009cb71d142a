import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { KeyHint } from '../../parts/keys/key-hint.tsx';
import { formatScore, formatShare } from '../../parts/text/number-format.ts';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';
import { nameSubmission } from '../desk/review-desk.ts';
import { listUnconfirmed, mayBeNew, targetOf, type SubmissionDraft } from '../submission-draft.ts';

type Duplicate = SubmissionDetail['possible_duplicates'][number];

/** The product that the submission would complete, and its alternatives, most similar first. */
export function ProductPanel({
  submission,
  draft,
  isOpen,
  mayChoose,
  onChoose,
  onConfirm,
  onOpen,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  isOpen: boolean;
  /** Choosing another product than the submission's requires the role editor. */
  mayChoose: boolean;
  onChoose: (target: SubmissionDraft['target']) => void;
  /** Confirms that the similar products are different ones. */
  onConfirm: () => void;
  /** Opens another submission. */
  onOpen: (id: string) => void;
}) {
  const chosen = targetOf(submission, draft);
  const others = submission.possible_duplicates.filter(({ id }) => id !== chosen?.id);
  const isOwnLeft = submission.target && chosen?.id !== submission.target.id;
  const unconfirmed = listUnconfirmed(submission, draft);
  return (
    <Panel title={chosen ? 'Completes a product' : 'Makes a new product'}>
      <Stack gap={6}>
        {chosen && (
          <Text size="sm">
            <TextLink to="/products/$productId" params={{ productId: chosen.id }}>
              {chosen.name}
            </TextLink>
            {submission.target?.id === chosen.id && (
              <Text span size="xs" c="dimmed">
                {' '}
                {submission.target.status}, quality {formatScore(submission.target.quality_score)}, by{' '}
                {submission.target.matched_by === 'gtin' ? 'its barcode' : 'its id'}
              </Text>
            )}
          </Text>
        )}
        {!chosen && others.length === 0 && !isOwnLeft && (
          <Text size="sm">Nothing in the catalogue has its barcode or a name like it.</Text>
        )}
        {isOwnLeft && isOpen && submission.target && (
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <TextLink to="/products/$productId" params={{ productId: submission.target.id }}>
              {submission.target.name}
            </TextLink>
            <Button size="compact-xs" variant="default" onClick={() => onChoose(undefined)}>
              Complete this
            </Button>
          </Group>
        )}
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {chosen ? 'Others like it' : 'Perhaps it is one of these'}
          </Text>
        )}
        {others.map((product, index) => (
          <Group key={product.id} justify="space-between" wrap="nowrap" gap="xs">
            <AlikeProduct product={product} isOther={draft.confirmedDifferent.includes(product.id)} />
            {isOpen && mayChoose && (
              <Button
                size="compact-xs"
                variant="default"
                style={{ flexShrink: 0 }}
                onClick={() => onChoose(product)}
              >
                Complete this{' '}
                {index === 0 && !chosen && product.needs_confirmation && <KeyHint name="Enter" />}
              </Button>
            )}
          </Group>
        ))}
        {submission.pending_twins.length > 0 && (
          <Text size="xs" c="dimmed">
            Waiting too, and like it
          </Text>
        )}
        {submission.pending_twins.map((twin) => (
          <Group key={twin.id} gap={6}>
            <Anchor component="button" type="button" size="sm" onClick={() => onOpen(twin.id)}>
              {nameSubmission({ ...twin, product_name: null })}
            </Anchor>
            <Badge size="xs" color={unconfirmed.some(({ id }) => id === twin.id) ? 'orange' : 'gray'}>
              {draft.confirmedDifferent.includes(twin.id)
                ? 'another product'
                : `${formatShare(twin.similarity)} alike`}
            </Badge>
            <Text span size="xs" c="dimmed">
              {[twin.brand, twin.gtin, ...twin.reasons].filter(Boolean).join(', ')}
            </Text>
          </Group>
        ))}
        {isOpen && unconfirmed.length > 0 && (
          <Button size="compact-xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onConfirm}>
            It is another product <KeyHint name="n" />
          </Button>
        )}
        {isOpen && mayChoose && mayBeNew(submission, draft) && (
          <Button
            size="compact-xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChoose(null)}
          >
            Make a new product instead <KeyHint name="n" />
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

/** A similar product, with the similarity and its reasons. */
function AlikeProduct({ product, isOther }: { product: Duplicate; isOther: boolean }) {
  const note = [product.brand, product.gtin].filter(Boolean).join(' · ');
  return (
    <Text size="sm" miw={0} component="div">
      <TextLink to="/products/$productId" params={{ productId: product.id }}>
        {product.name}
      </TextLink>{' '}
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
      <Group gap={4}>
        <Badge size="xs" color={product.needs_confirmation && !isOther ? 'orange' : 'gray'}>
          {isOther ? 'another product' : `${formatShare(product.similarity)} alike`}
        </Badge>
        {product.reasons.length > 0 && (
          <Text span size="xs" c="dimmed">
            {product.reasons.join(', ')}
          </Text>
        )}
      </Group>
    </Text>
  );
}
