import { atom } from 'jotai/vanilla'
import { FILE_LIMITS, type FileLimits } from '../engine/attachments/file-limits.ts'
import { CLOUD_ACCEPT, LOCAL_ACCEPT } from '../engine/attachments/sort-files.ts'
import { identityAtom } from './identity.ts'
import { serverLimitsAtom } from './server-limits.ts'

/** How much somebody may attach: visitors without a name less than others. */
export const fileLimitsAtom = atom((get): FileLimits => {
  const { limits } = get(serverLimitsAtom)
  const isNamed = get(identityAtom)?.mode === 'token'
  const fileBytes = isNamed ? limits?.fileBytes : limits?.anonymousFileBytes
  return {
    fileBytes: fileBytes ?? FILE_LIMITS.fileBytes,
    imageBytes: limits?.imageBytes ?? FILE_LIMITS.imageBytes,
    filesPerMessage: limits?.filesPerMessage ?? FILE_LIMITS.filesPerMessage,
  }
})

/** What may be picked, as an `accept` attribute says it. */
export const attachmentAcceptAtom = atom((get) => {
  if (!get(identityAtom)?.cloud.files) return LOCAL_ACCEPT
  return get(serverLimitsAtom).fileTypes?.join(',') ?? CLOUD_ACCEPT
})
