const KEY_LIKE = /\b(?:sk|pk|rk|key|api|Bearer|Basic)[-_ ][^\s"',;<>]{6,}/gi
const MIN_SECRET_LENGTH = 4

/** A function that takes these secrets, and whatever looks like a key, out of a text for logs. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, '[redacted]')
    return safe.replace(KEY_LIKE, '[redacted]')
  }
}
