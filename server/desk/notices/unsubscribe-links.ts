import { createHmac, timingSafeEqual } from 'node:crypto'

/** A person and the project whose reports they get. */
export interface ReportPlace {
  readonly projectId: string
  readonly personId: string
}

/** Links that end the mails to a person without a sign-in. They are permissions: each ends one kind of mail for one person. */
export interface UnsubscribeLinks {
  tokenOf(place: ReportPlace): string
  /** Undefined for a token that this service did not make. */
  read(token: string): ReportPlace | undefined
}

/** @param key 32 bytes. */
export function createUnsubscribeLinks(key: Uint8Array): UnsubscribeLinks {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    tokenOf({ projectId, personId }) {
      const text = Buffer.from(JSON.stringify([projectId, personId])).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },
    read(token) {
      const [text = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(text)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const [projectId, personId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
        string,
        string,
      ]
      return { projectId, personId }
    },
  }
}
