import { attachmentType, type Attachment } from '../../../shared/thread/attachment.ts'

/** What a file goes out as whose type nobody knows. */
export const UNKNOWN_TYPE = 'application/octet-stream'

type FileFacts = Pick<File, 'name' | 'type'>

/** Whether an `accept` list (`.ext`, `type/name`, `type/*`, `*`) takes a file. */
export function acceptsFile(accept: string, { name, type }: FileFacts): boolean {
  const kind = bareType(type)
  return accept.split(',').some((entry) => {
    const rule = entry.trim().toLowerCase()
    if (rule === '*' || rule === '*/*') return true
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule)
    return rule.endsWith('/*') ? kind.startsWith(rule.slice(0, -1)) : kind === rule
  })
}

/** How a file is shown and sent: by its media type. */
export const fileKind = ({ type }: Pick<File, 'type'>): Attachment['type'] =>
  attachmentType(bareType(type))

export const isPdf = ({ name, type }: FileFacts): boolean =>
  bareType(type) === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'))

/** `Text/CSV; charset=utf-8` as `text/csv`. */
const bareType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()
