/**
 * Models give their files no names.
 *
 * @param index of the file in its answer, from 0: `image-1.png` is the first.
 */
export function answerFileName(mediaType: string, index: number): string {
  const [kind = '', subtype = ''] = mediaType.split('/')
  return [`${kind || 'file'}-${index + 1}`, ...(/^[a-z\d]+/.exec(subtype) ?? [])].join('.')
}
