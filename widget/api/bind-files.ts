import type { Fetch } from './call.ts'
import type { CloudFiles } from './cloud-files.ts'
import type { Requests } from './create-requests.ts'
import { pdfToImages, presignDownload, uploadFile } from './file-calls.ts'
import { createPlainPutFile, createPutFile } from './put-file.ts'

export interface BindFilesWorld {
  readonly fetch: Fetch
  /** Default: uploads go by `fetch`, and tell no progress. */
  readonly createRequest?: (() => XMLHttpRequest) | undefined
}

/** The calls about files, for the identity of these requests. */
export function bindFiles(
  requests: Requests,
  { fetch, createRequest }: BindFilesWorld,
): CloudFiles {
  const putFile = createRequest
    ? createPutFile({ clock: requests.clock, createRequest })
    : createPlainPutFile(fetch)
  return {
    uploadFile: (file, options) => uploadFile(requests, putFile, file, options),
    pdfToImages: (which, signal) => pdfToImages(requests, which, signal),
    presignDownload: (which, signal) => presignDownload(requests, which, signal),
  }
}
