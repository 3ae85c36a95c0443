import { File, FileText, Image } from 'lucide-react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'

/** Characters of the end that stay visible: they distinguish scans and show the type of file. */
const END_CHARACTERS = 9
const SHORT_CHARACTERS = 16
/** Letters that change their shape beside each other, and marks that belong to the character before. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{M}\u200d]/u
const DEPENDENT = /[\p{M}\u200d]/u

/** A file's name on one line, shortened in the middle if needed. */
export function FileName({ name }: { name: string }) {
  const shown = markAllInvisible(name)
  const characters = [...shown]
  const cut = findCut(characters)
  return (
    <bdi className="file-name" dir="auto" translate="no" title={shown}>
      <span className="file-name-start">{characters.slice(0, cut).join('')}</span>
      {cut < characters.length && (
        <span className="file-name-end">{characters.slice(cut).join('')}</span>
      )}
    </bdi>
  )
}

/** Index of the visible end: later rather than between joined letters; a short name is not cut. */
function findCut(characters: readonly string[]): number {
  if (characters.length <= SHORT_CHARACTERS) return characters.length
  let cut = characters.length - END_CHARACTERS
  while (isJoined(characters[cut - 1] ?? '', characters[cut] ?? '')) cut += 1
  return cut
}

const isJoined = (before: string, after: string): boolean =>
  DEPENDENT.test(after) || before === '\u200d' || (JOINING.test(before) && JOINING.test(after))

export function FileIcon({ type }: { type: Attachment['type'] }) {
  switch (type) {
    case 'image':
      return <Image />
    case 'document':
      return <FileText />
    case 'file':
      return <File />
    default:
      return type satisfies never
  }
}
