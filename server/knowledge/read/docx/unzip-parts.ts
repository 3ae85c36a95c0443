import { unzipSync } from 'fflate'
import { UnreadError } from '../../unread-error.ts'
import { PART_BYTES_MAX } from '../read-limits.ts'

/** Parts of a docx that hold its text; pictures and fonts stay packed. */
const PARTS =
  /^(?:word\/(?:document|styles|numbering|footnotes|endnotes|settings)\.xml|word\/_rels\/document\.xml\.rels|docProps\/core\.xml)$/u
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED = 'EncryptedPackage'

/**
 * The text parts of a docx by their paths.
 *
 * @throws UnreadError `encrypted`, `unknown_type`, `too_large`, `broken`.
 */
export function unzipParts(bytes: Uint8Array): ReadonlyMap<string, string> {
  if (OLE.every((byte, index) => bytes[index] === byte)) throw createOleError(bytes)
  const parts = new Map<string, string>()
  for (const [path, part] of Object.entries(unzip(bytes))) {
    parts.set(path, new TextDecoder().decode(part))
  }
  if (!parts.has('word/document.xml')) throw new UnreadError('broken', 'The file is not a docx.')
  return parts
}

/** A part gets as much memory as it declares, and no more. */
function unzip(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let total = 0
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!PARTS.test(name)) return false
        total += originalSize
        if (total > PART_BYTES_MAX) {
          throw new UnreadError(
            'too_large',
            'The text of the file is too large when it is unpacked.',
          )
        }
        return true
      },
    })
  } catch (error) {
    if (error instanceof UnreadError) throw error
    throw new UnreadError('broken', 'The file is damaged and cannot be unpacked.')
  }
}

/** Encrypted files and those of old versions of Word begin alike. */
function createOleError(bytes: Uint8Array): UnreadError {
  const names = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1))
  return names.includes(ENCRYPTED)
    ? new UnreadError('encrypted', 'The file is protected with a password.')
    : new UnreadError('unknown_type', 'The file is of an old version of Word. Save it as docx.')
}
