/** Name of a preview's token in the fragment of a page's address. */
export const PREVIEW_NAME = 'alcove-preview'
/** Prefix of the project's name in the page's storage, for the token of a preview. */
export const PREVIEW_KEY = 'alcove:preview:'

/** Finds a project's token in the fragment of an address; its first group is the token. */
export const previewTokenPattern = (project: string): RegExp =>
  new RegExp(String.raw`[#&]${PREVIEW_NAME}=(${project}\.[\w.-]+)`)

/** Path of the frame that shows a preview, without the slash at its start. */
export const previewFramePath = (project: string, token: string): string =>
  `p/${project}/preview/${token}/frame`
