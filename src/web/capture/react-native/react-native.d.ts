// The part of React Native that the recorder imports. The app installs the package.
declare module 'react-native' {
  export const AppState: {
    addEventListener (type: 'change', listener: (state: string) => void): { remove (): void } | undefined
  }
  export const NativeModules: {
    SourceCode?: { scriptURL?: string, getConstants? (): { scriptURL?: string } }
  }
}
