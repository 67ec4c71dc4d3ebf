// The page that shows an HTML body, in a sandbox without an origin. It may load nothing from anywhere but this script.
export {}
