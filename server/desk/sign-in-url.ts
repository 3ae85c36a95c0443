/** Address of a link. The fragment never leaves the browser, so the token reaches no log. */
export const signInUrl = (origin: string, token: string): string =>
  `${origin}/desk/sign-in#token=${token}`
