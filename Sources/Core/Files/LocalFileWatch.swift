#if canImport(Darwin) || (canImport(Glibc) && os(Linux))
    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif
    import Dispatch

    /// A watch of the operating system: inotify on Linux, a dispatch source on Apple's systems.
    ///
    /// It holds one descriptor and costs nothing while nothing changes.
    final class LocalFileWatch: FileWatch {
        private let end: @Sendable () -> Void

        #if canImport(Darwin)
            init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(FileError) {
                let descriptor = Darwin.open(path, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw FileError(errno: errno, path: path, operation: "watch") }
                // It may be cancelled on any thread; its type does not say so.
                nonisolated(unsafe) let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename],
                    queue: DispatchQueue(label: "Lantern.LocalFileWatch"))
                source.setEventHandler(handler: onChange)
                source.setCancelHandler { close(descriptor) }
                source.activate()
                end = { source.cancel() }
            }
        #else
            init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(FileError) {
                let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
                guard descriptor >= 0 else { throw FileError(errno: errno, path: path, operation: "watch") }
                let events =
                    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
                guard inotify_add_watch(descriptor, path, UInt32(events)) >= 0 else {
                    let failure = errno
                    close(descriptor)
                    throw FileError(errno: failure, path: path, operation: "watch")
                }
                // It may be cancelled on any thread; its type does not say so.
                nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                    fileDescriptor: descriptor, queue: DispatchQueue(label: "Lantern.LocalFileWatch"))
                source.setEventHandler {
                    // What happened does not matter, only that something did.
                    var events = [UInt8](repeating: 0, count: 4_096)
                    while read(descriptor, &events, events.count) > 0 {}
                    onChange()
                }
                source.setCancelHandler { close(descriptor) }
                source.activate()
                end = { source.cancel() }
            }
        #endif

        deinit {
            end()
        }

        func cancel() {
            end()
        }
    }
#endif
