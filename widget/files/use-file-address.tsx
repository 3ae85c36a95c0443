import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { askAddressAtom, knownAddressAtom } from './atoms/file-address.ts'

export interface FileAddress {
  /** Opens the file; `null` while nobody knows. */
  readonly address: string | null
  /** Nobody can open it any more. */
  readonly isGone: boolean
  /** Asks for one that works now; `null` when there is none. */
  ask(): Promise<string | null>
  /** It did not work: the first time another one is asked for. */
  fail(): void
}

/**
 * Where a file of a message is. What history gives opens it for some minutes; what was sent from here
 * has an address that only the server can open.
 *
 * @param isNeeded whether to ask at once where none is known, as an image has to.
 */
export function useFileAddress(file: Attachment, isNeeded: boolean): FileAddress {
  const known = useAtomValue(knownAddressAtom)(file)
  const askServer = useSetAtom(askAddressAtom)
  const [asked, setAsked] = useState<{ address: string | null } | null>(null)
  const address = asked ? asked.address : known

  async function ask(): Promise<string | null> {
    const fresh = await askServer(file)
    setAsked({ address: fresh })
    return fresh
  }

  const mustAsk = isNeeded && address === null && asked === null
  useEffect(() => {
    if (!mustAsk) return
    let isHere = true
    void askServer({ id: file.id, url: file.url }).then((fresh) => {
      if (isHere) setAsked({ address: fresh })
    })
    return () => {
      isHere = false
    }
  }, [mustAsk, askServer, file.id, file.url])

  return {
    address,
    isGone: asked !== null && asked.address === null,
    ask,
    fail() {
      if (asked) setAsked({ address: null })
      else void ask()
    },
  }
}

/** Opens a file beside the chat; what the browser cannot show it saves. */
export function openAddress(document: Document, address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  // A page of its own for a data URL is forbidden; saving it is not.
  if (isLocal(address)) link.download = name
  link.click()
}

export const isLocal = (address: string): boolean => /^(data|blob):/i.test(address)
