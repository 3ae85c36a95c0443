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
