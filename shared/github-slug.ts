/** The anchor of a heading as GitHub creates it, so that a link works there and on the site. */
export const githubSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
