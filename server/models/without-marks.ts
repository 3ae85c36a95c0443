/**
 * A text that stands between the marks `<name>` and `</name>` and cannot end them. A model takes what
 * merely looks like a mark for one: any case, with blanks or invisible characters, with wide brackets.
 *
 * @param name lower-case letters.
 */
export function withoutMarks(text: string, name: string): string {
  const mark = new RegExp(`[<＜﹤](?=[\\s\\p{Cf}]*(?:[/／][\\s\\p{Cf}]*)?${name})`, 'giu')
  return text.replace(mark, '‹')
}
