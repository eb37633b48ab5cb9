#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The standard streams that a program needs before it opens any file.
package enum ProcessStreams {
    /// Prepares the standard streams.
    ///
    /// A stream that the program was started without gets a place taker, so that no file or socket which is opened
    /// later has its number and is written an answer into. And where nobody reads the output any more, the program is
    /// told so instead of being killed: it still has a store to close.
    package static func prepare() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            // The lowest free number is given out: this one, since those below are taken. For reading only, so that an
            // answer that nobody can read fails as it should. Without the device there is nothing to be done.
            _ = open("/dev/null", O_RDONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
