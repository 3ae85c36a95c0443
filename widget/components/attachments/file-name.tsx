import { markInvisible } from '../../../shared/mark-invisible.ts'

/** The end stays visible: it tells one scan from the next, and what kind of file it is. */
const END_CHARACTERS = 9
const SHORT_CHARACTERS = 16

/** A file's name on one line, shortened in the middle where there is no room. */
export function FileName({ name }: { name: string }) {
  const shown = markInvisible(name)
  const characters = [...shown]
  const isShort = characters.length <= SHORT_CHARACTERS
  const cut = isShort ? characters.length : characters.length - END_CHARACTERS
  return (
    <bdi className="file-name" dir="auto" title={shown}>
      <span className="file-name-start">{characters.slice(0, cut).join('')}</span>
      {!isShort && <span className="file-name-end">{characters.slice(cut).join('')}</span>}
    </bdi>
  )
}
