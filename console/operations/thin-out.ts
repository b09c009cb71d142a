/** Returns at most `most` samples: the one with the greatest lag of each interval. */
export function thinOut<T extends { lag_seconds: number }>(samples: T[], most: number): T[] {
  if (samples.length <= most) return samples;
  const length = samples.length / most;
  return Array.from({ length: most }, (_, index) =>
    samples
      .slice(Math.floor(index * length), Math.floor((index + 1) * length))
      .reduce((worst, sample) => (sample.lag_seconds > worst.lag_seconds ? sample : worst)),
  );
}
