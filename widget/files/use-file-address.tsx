import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { askAddressAtom, knownAddressAtom } from './atoms/file-address.ts'

export interface FileAddress {
  /** Address that opens the file; `null` while unknown. */
  readonly address: string | null
  /** True if the file can no longer be opened. */
  readonly isGone: boolean
  /** Asks for a working address; `null` without one. */
  ask(): Promise<string | null>
  /** Reports that the address failed. The first time, another one is requested. */
  fail(): void
}

/**
 * Finds the address of a message's file. Addresses in the history are valid for some minutes. Files sent from
 * here have an address that the server has to sign.
 *
 * @param isNeeded true to ask at once if no address is known, as images do.
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

/** Opens a file in a new tab. The browser saves files that it cannot show. */
export function openAddress(document: Document, address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  // Browsers forbid to open a data URL as a page, but not to save it.
  if (isLocal(address)) link.download = name
  link.click()
}

export const isLocal = (address: string): boolean => /^(data|blob):/i.test(address)
