import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { markAllInvisible } from '../../../shared/mark-invisible.ts'
import type { FilePart, ImagePart, MessagePart } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ImageButton } from '../../files/viewer/image-button.tsx'

interface ShownFile {
  readonly name: string | undefined
  readonly address: string
  readonly isImage: boolean
}

/** Files of an answer: images from safe addresses as images, all others by name. */
export function AnswerFiles({ parts }: { parts: readonly MessagePart[] }) {
  const { t } = useI18n()
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const files = parts
    .filter((part) => part.type === 'file' || part.type === 'image')
    .map((part) => readFile(part))
  const isShown = ({ isImage, address }: ShownFile) => isImage && !broken.has(address)
  const images = files.filter((file) => isShown(file))
  const others = files.filter((file) => !isShown(file))

  return (
    <>
      {images.length > 0 && (
        <ul className="answer-images">
          {images.map(({ name = t('message.image'), address }, index) => (
            <li key={index}>
              <ImageButton
                name={name}
                address={address}
                onError={() => setBroken((before) => new Set([...before, address]))}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="chips" data-ui>
          {others.map(({ name }, index) => (
            <li key={index} className="chip">
              <Paperclip />
              <bdi translate="no">{name ?? t('message.attachment')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function readFile(part: FilePart | ImagePart): ShownFile {
  const address = part.type === 'image' ? part.image : part.data
  const isImage = part.type === 'image' || part.mimeType.startsWith('image/')
  return {
    name: part.filename === undefined ? undefined : markAllInvisible(part.filename),
    address,
    isImage: isImage && isOwnImage(address, location.origin),
  }
}

const OWN_IMAGE = /^data:image\/(png|jpe?g|gif|webp|avif);/i

/**
 * True if an image may be loaded: it is inside the message, or a file of this server. Any other address could send
 * the conversation to a stranger.
 */
export function isOwnImage(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  if (url.protocol === 'data:') return OWN_IMAGE.test(address)
  return url.origin === origin
}
