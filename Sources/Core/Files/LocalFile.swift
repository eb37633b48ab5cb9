import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An open file of the system.
final class LocalFile: OpenFile {
    let descriptor: Int32
    private let path: String
    /// Whether the file is held as a lock.
    private let isLock: Bool
    private let isClosed = Mutex(false)

    init(descriptor: Int32, path: String, isLock: Bool = false) {
        self.descriptor = descriptor
        self.path = path
        self.isLock = isLock
    }

    deinit {
        close()
    }

    func size() throws(FileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read") }
        return Int(status.st_size)
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        // An array of capacity 0 is the shared empty one, and its initialiser would write to that.
        if count == 0 { return [] }
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            do throws(FileError) {
                filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
            if got == 0 { break }
            if got > 0 {
                filled += got
            } else if errno != EINTR {
                throw failure("read")
            }
        }
        return filled
    }

    func prefetch(at offset: Int, count: Int) {
        // Only advice: one that is not taken costs time when the range is read, and nothing else.
        #if canImport(Darwin)
            var advice = radvisory(ra_offset: off_t(offset), ra_count: Int32(clamping: count))
            _ = fcntl(descriptor, F_RDADVISE, &advice)
        #else
            _ = posix_fadvise(descriptor, off_t(offset), off_t(count), Int32(POSIX_FADV_WILLNEED))
        #endif
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        var failed: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var written = 0
            while written < buffer.count {
                let put = pwrite(descriptor, base + written, buffer.count - written, off_t(offset + written))
                if put >= 0 {
                    written += put
                } else if errno != EINTR {
                    failed = errno
                    return
                }
            }
        }
        guard failed == 0 else { throw FileError(errno: failed, path: path, operation: "write") }
    }

    func truncate(to size: Int) throws(FileError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            guard errno == EINTR else { throw failure("cut") }
        }
    }

    func sync() throws(FileError) {
        #if canImport(Darwin)
            // fsync leaves the data in the drive's own cache there. Disks that know no full sync get the plain one;
            // any other failure is one, and is not to be papered over.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
            guard [ENOTSUP, EINVAL, ENOTTY].contains(errno) else { throw failure("sync") }
            guard fsync(descriptor) == 0 else { throw failure("sync") }
        #else
            // Not repeated after a failure, EINTR included: the system may have dropped the pages it could not write.
            // The length is synced with the data; only times are not.
            guard fdatasync(descriptor) == 0 else { throw failure("sync") }
        #endif
    }

    /// Syncs a directory, of which everything is metadata.
    func syncNames() throws(FileError) {
        #if canImport(Darwin)
            try sync()
        #else
            guard fsync(descriptor) == 0 else { throw failure("sync") }
        #endif
    }

    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        // A child process has a copy of the descriptor from its fork until its exec, and the lock would last as long. Where that
        // fails, the last copy releases it.
        if isLock { _ = flock(descriptor, LOCK_UN) }
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #elseif canImport(Android)
            _ = Android.close(descriptor)
        #endif
    }

    private func failure(_ operation: String) -> FileError {
        FileError(errno: errno, path: path, operation: operation)
    }
}

extension FileError {
    /// Finds the code that belongs to the system's number.
    init(errno number: Int32, path: String, operation: String) {
        let code: ErrorCode =
            switch number {
            case ENOSPC, EDQUOT: .noSpace
            case EROFS: .readOnly
            #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
                // So these systems refuse what data protection keeps from being read while the device is locked.
                case EPERM: .fileProtected
            #endif
            case EACCES, EPERM: .permissionDenied
            case ENOENT: .fileMissing
            case EMFILE, ENFILE: .tooManyOpenFiles
            default: .diskFailure
            }
        self.init(code, path: path, operation: operation, errno: number)
    }
}
