// The package has no types of its own. It works like decodeURIComponent, but returns null instead of throwing.
declare module 'fast-decode-uri-component' {
  export default function decodeComponent (text: string): string | null
}
