/** A time as S3 signs it: `20261121T050000Z`. */
export const amazonTime = (ms: number): string =>
  new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, '')
