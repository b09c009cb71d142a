import { useEffect, useRef, useState } from 'react';
import { useDesk } from '../desk/desk-context.ts';
import type { NextFilter } from '../desk/submission-hold.ts';
import { isSent } from '../desk/review-desk.ts';

/**
 * Opens the next submission when the queue is opened and when a submission is left. Claims it before it is shown, so
 * that no other operator is led to the same one.
 */
export function useNextSubmission({
  filter,
  openId,
  candidate,
  asOf,
  onTaken,
  onNone,
  onUnanswered,
}: {
  filter: NextFilter;
  openId: string | undefined;
  /** A submission that seems free; set while nothing is open. */
  candidate: string | undefined;
  /** When the list was read, in ms: each new reading allows another try. */
  asOf: number;
  onTaken: (id: string) => void;
  /** Called when the open submission is decided and other operators have all that are left. */
  onNone: () => void;
  /** Called when the service did not return a next submission. */
  onUnanswered: () => void;
}) {
  const desk = useDesk();
  const [isTaking, setTaking] = useState(false);
  const isBusy = useRef(false);
  /** The submission that was left while the next one was still being claimed. */
  const leftMeanwhile = useRef<{ id: string | undefined; isDecided: boolean }>(undefined);
  const isGone = useRef(false);
  const latest = useRef({ openId, onTaken, onNone, onUnanswered });
  useEffect(() => {
    latest.current = { openId, onTaken, onNone, onUnanswered };
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const take = async (left: string | undefined, isDecided = false) => {
    if (isBusy.current) {
      leftMeanwhile.current = { id: left, isDecided };
      return;
    }
    isBusy.current = true;
    setTaking(true);
    const deciding = [...desk.read().sentAt].filter(([, at]) => at === Infinity).map(([id]) => id);
    const taken = await desk.hold.takeNext(filter, left, deciding);
    isBusy.current = false;
    const meanwhile = leftMeanwhile.current;
    leftMeanwhile.current = undefined;
    // Another page is shown: the claim is kept for when the operator comes back.
    if (isGone.current) return;
    setTaking(false);
    const { openId: openNow, ...then } = latest.current;
    if (openNow !== left) {
      // Another submission was opened meanwhile.
      if (openNow) desk.hold.moveTo(openNow);
      if (openNow && meanwhile?.id === openNow) void takeFirst.current(openNow, meanwhile.isDecided);
      return;
    }
    if (taken) then.onTaken(taken);
    else if (taken === undefined) then.onUnanswered();
    else if (left !== undefined) {
      if (isDecided || isSent(desk.read(), left, 0)) then.onNone();
      else desk.say('Other operators have all else that waits here');
    }
  };
  const takeFirst = useRef(take);
  useEffect(() => {
    takeFirst.current = take;
  });
  const isOpening = openId === undefined && candidate !== undefined;
  useEffect(() => {
    if (openId === undefined && candidate !== undefined && asOf > 0) void takeFirst.current(undefined);
  }, [openId, candidate, asOf]);
  return {
    isTaking: isTaking || isOpening,
    leave: (isDecided = false) => void take(openId, isDecided),
  };
}
