#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads and writes of open files, repeated when a signal interrupts them.
package enum SystemCalls {
    /// The error number of a failed call.
    package struct Failure: Error {
        package let number: Int32

        package init(number: Int32) {
            self.number = number
        }

        package var reason: String { String(cString: strerror(number)) }
    }

    package static func open(_ path: String) throws(Failure) -> Int32 {
        while true {
            #if canImport(Darwin)
                let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
            #elseif canImport(Glibc)
                let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            #elseif canImport(Musl)
                let descriptor = Musl.open(path, O_RDONLY | O_CLOEXEC)
            #endif
            if descriptor >= 0 { return descriptor }
            let number = errno
            if number != EINTR { throw Failure(number: number) }
        }
    }

    package static func isDirectory(_ descriptor: Int32) throws(Failure) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Reads the bytes that are available, and waits when there are none.
    ///
    /// - Returns: The number of bytes; 0 at the end.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            let number = errno
            if number == EAGAIN {
                wait(for: descriptor, POLLIN)
            } else if number != EINTR {
                throw Failure(number: number)
            }
        }
    }

    /// Waits for bytes to read, for some time.
    ///
    /// - Returns: Whether reading would not wait now; at the end it would not.
    package static func waitForInput(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A signal that interrupts it is as good as its end: whoever waits looks again.
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Writes all bytes.
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var position = 0
        while position < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
            #elseif canImport(Glibc)
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count >= 0 {
                position += count
                continue
            }
            let number = errno
            if number == EAGAIN {
                wait(for: descriptor, POLLOUT)
            } else if number != EINTR {
                throw Failure(number: number)
            }
        }
    }

    /// Waits for a file that another program has made non-blocking.
    private static func wait(for descriptor: Int32, _ event: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}
