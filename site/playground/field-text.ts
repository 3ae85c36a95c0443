/** Option names such as `startScreen` and `launcher-label` as words. */
export function toWords(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value as text for a field; prompts by the text of their buttons. */
export function toFieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return value.toString()
  if (!Array.isArray(value)) return ''
  return value
    .map((item: unknown) =>
      toFieldText(typeof item === 'string' ? item : (Object(item) as { label?: unknown }).label),
    )
    .join(' | ')
}
