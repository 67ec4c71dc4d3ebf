// The package has no types of its own: decodeURIComponent, but null in place of an error.
declare module 'fast-decode-uri-component' {
  export default function decodeComponent (text: string): string | null
}
