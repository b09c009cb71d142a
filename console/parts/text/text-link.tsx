import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

function PlainAnchor(
  props: Omit<AnchorProps, 'href'> &
    AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> },
) {
  return <Anchor inherit {...props} />;
}

/** A link within the console. */
export const TextLink = createLink(PlainAnchor);
