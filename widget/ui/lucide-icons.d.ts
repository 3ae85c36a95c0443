/** The package has types for all icons at once only: megabytes of pictures. */
declare module '@lucide/icons/icons/*' {
  const icon: {
    readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
  }
  export default icon
}
