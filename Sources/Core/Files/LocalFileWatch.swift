#if canImport(Darwin) || (canImport(Glibc) && os(Linux))
    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif
    import Dispatch
    import Synchronization

    /// A watch of the operating system: inotify on Linux, a dispatch source on Apple's systems.
    ///
    /// It holds one descriptor and costs nothing while nothing changes.
    final class LocalFileWatch: FileWatch {
        private let end: @Sendable () -> Void
        private let ending = Ending()

        private final class Ending: Sendable {
            let hasCome = Atomic(false)
        }

        var hasEnded: Bool { ending.hasCome.load(ordering: .acquiring) }

        #if canImport(Darwin)
            init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(FileError) {
                let descriptor = Darwin.open(path, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw FileError(errno: errno, path: path, operation: "watch") }
                // It may be cancelled on any thread; its type does not say so.
                nonisolated(unsafe) let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename],
                    queue: DispatchQueue(label: "Lantern.LocalFileWatch"))
                source.setEventHandler { [ending] in
                    if source.data.contains(.delete) { ending.hasCome.store(true, ordering: .releasing) }
                    onChange()
                }
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
                source.setEventHandler { [ending] in
                    // What happened does not matter, only that something did, and whether it was the last.
                    var events = [UInt8](repeating: 0, count: 4_096)
                    while case let count = read(descriptor, &events, events.count), count > 0 {
                        if Self.tellsOfEnd(events[..<count]) { ending.hasCome.store(true, ordering: .releasing) }
                    }
                    onChange()
                }
                source.setCancelHandler { close(descriptor) }
                source.activate()
                end = { source.cancel() }
            }

            /// Whether one of some events says that the watched file or folder is gone.
            private static func tellsOfEnd(_ events: ArraySlice<UInt8>) -> Bool {
                events.withUnsafeBytes { bytes in
                    // Each is a header with the length of the name that follows it.
                    let header = MemoryLayout<inotify_event>.size
                    var offset = 0
                    while offset + header <= bytes.count {
                        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        if event.mask & UInt32(IN_IGNORED) != 0 { return true }
                        offset += header + Int(event.len)
                    }
                    return false
                }
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
