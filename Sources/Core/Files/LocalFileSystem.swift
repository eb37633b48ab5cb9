#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The operating system's file system.
package struct LocalFileSystem: FileSystem {
    /// Creates a value; all values stand for the same file system.
    package init() {}

    package func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .readWrite: O_RDWR | O_CREAT
            case .replace: O_RDWR | O_CREAT | O_TRUNC
            }
        return try openDescriptor(path, flags, operation: "open")
    }

    package func list(_ directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw FileError(errno: errno, path: directory, operation: "list")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> String? in
                let name = bytes.prefix { $0 != 0 }
                let isItselfOrAbove = name.count < 3 && name.allSatisfy { $0 == UInt8(ascii: ".") }
                return isItselfOrAbove ? nil : String(decoding: name, as: UTF8.self)
            }
            if let name { names.append(name) }
        }
        guard errno == 0 else { throw FileError(errno: errno, path: directory, operation: "list") }
        return names
    }

    package func makeDirectory(_ directory: String) throws(FileError) {
        if mkdir(directory, 0o700) == 0 { return try syncName(of: directory) }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw FileError(errno: ENOTDIR, path: directory, operation: "create the folder")
            }
            // A process may have made it and ended before its sync: nothing is put into it before that.
            if isEmpty(directory) { try syncParent(of: directory) }
        case ENOENT:
            guard let slash = directory.dropLast().lastIndex(of: "/"), slash != directory.startIndex else {
                throw FileError(errno: ENOENT, path: directory, operation: "create the folder")
            }
            try makeDirectory(String(directory[..<slash]))
            // Somebody else may have created it meanwhile, and that is as good.
            if mkdir(directory, 0o700) == 0 { return try syncName(of: directory) }
            guard errno == EEXIST else {
                throw FileError(errno: errno, path: directory, operation: "create the folder")
            }
            try syncParent(of: directory)
        default:
            throw FileError(errno: errno, path: directory, operation: "create the folder")
        }
    }

    package func move(_ source: String, to destination: String) throws(FileError) {
        guard rename(source, destination) == 0 else {
            throw FileError(errno: errno, path: source, operation: "rename")
        }
    }

    package func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(errno: errno, path: path, operation: "remove")
        }
    }

    package func syncDirectory(_ directory: String) throws(FileError) {
        let opened = try openDescriptor(directory, O_RDONLY, operation: "open")
        defer { opened.close() }
        try opened.syncNames()
    }

    package func lock(_ path: String) throws(FileError) -> any OpenFile {
        let opened = try openDescriptor(path, O_RDWR | O_CREAT, operation: "lock", isLock: true)
        guard flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            opened.close()
            if failure == EWOULDBLOCK { throw FileError(.storeBusy, path: path, operation: "lock", errno: failure) }
            throw FileError(errno: failure, path: path, operation: "lock")
        }
        return opened
    }

    package var bootID: String? {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return nil }
            var text = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        #else
            // A system without this file has no id to give, and nothing depends on one.
            guard let file = try? open("/proc/sys/kernel/random/boot_id", .read) else { return nil }
            defer { file.close() }
            // The same: no id.
            guard let bytes = try? file.read(at: 0, count: 64) else { return nil }
            let text = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
            return text.isEmpty ? nil : text
        #endif
    }

    package func watch(
        _ path: String, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) -> (any FileWatch)? {
        #if canImport(Darwin) || (canImport(Glibc) && os(Linux))
            try LocalFileWatch(path, onChange: onChange)
        #else
            nil
        #endif
    }

    /// Makes the name of a new folder durable; where that fails, it is removed, so that the next attempt makes it anew: no
    /// later sync heals a name whose sync has failed.
    private func syncName(of directory: String) throws(FileError) {
        do throws(FileError) {
            try syncParent(of: directory)
        } catch {
            // Fails where somebody else has put something into it: that one has synced it, or hears of the failure.
            rmdir(directory)
            throw error
        }
    }

    private func isEmpty(_ directory: String) -> Bool {
        // A folder that cannot be listed says so to whoever lists it.
        guard let stream = opendir(directory) else { return false }
        defer { closedir(stream) }
        // Two names are there always.
        for _ in 0..<3 where readdir(stream) == nil { return true }
        return false
    }

    private func syncParent(of directory: String) throws(FileError) {
        guard let slash = directory.dropLast().lastIndex(of: "/") else { return try syncDirectory(".") }
        do throws(FileError) {
            try syncDirectory(slash == directory.startIndex ? "/" : String(directory[..<slash]))
        } catch {
            // A folder that one may write in but not read cannot be synced; that is no reason to do without.
            guard [.permissionDenied, .fileProtected].contains(error.code) else { throw error }
        }
    }

    private func openDescriptor(
        _ path: String, _ flags: Int32, operation: String, isLock: Bool = false
    ) throws(FileError) -> LocalFile {
        while true {
            // Close-on-exec: a child process must not keep the store's lock.
            #if canImport(Darwin)
                let descriptor = Darwin.open(path, flags | O_CLOEXEC, 0o600)
            #elseif canImport(Glibc)
                let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
            #elseif canImport(Musl)
                let descriptor = Musl.open(path, flags | O_CLOEXEC, 0o600)
            #elseif canImport(Android)
                let descriptor = Android.open(path, flags | O_CLOEXEC, 0o600)
            #endif
            if descriptor >= 0 { return LocalFile(descriptor: descriptor, path: path, isLock: isLock) }
            guard errno == EINTR else { throw FileError(errno: errno, path: path, operation: operation) }
        }
    }
}

extension LocalFileSystem: DirectoryMarking {
    /// The time after a change from which another one has another date, in nanoseconds: some disks count whole seconds.
    private static let dateStep: Int64 = 3_000_000_000

    package func mark(of directory: String) -> DirectoryMark? {
        var (status, now) = (stat(), timespec())
        guard stat(directory, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        let mark = DirectoryMark(directory: UInt64(status.st_ino), change: Self.nanoseconds(changed))
        return Self.nanoseconds(now) - mark.change >= Self.dateStep ? mark : nil
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
