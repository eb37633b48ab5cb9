import Core
import Foundation

/// The folder of a ``DiskImageCache`` and what is known of it; all of it blocks, and nothing of it throws.
struct DiskImageFolder: Sendable {
    let path: String
    private(set) var configuration: DiskImageCache.Configuration
    let files: any FileSystem
    let time: any TimeProvider

    /// The files, the least recently used first; their cost is their length.
    private var images = RecencyList<UInt128, CachedImageName>()
    private var isOpen = false
    private var isOrderChanged = false
    private var swept = Duration.zero
    private var flushed = Duration.zero
    private var lastError: FileError?

    init(
        path: String, configuration: DiskImageCache.Configuration, files: any FileSystem, time: any TimeProvider
    ) {
        self.path = path
        self.configuration = configuration
        self.files = files
        self.time = time
    }

    /// The error of the disk since this was last read.
    mutating func takeError() -> FileError? {
        defer { lastError = nil }
        return lastError
    }

    // MARK: Images

    mutating func image(for link: ResourceLink) -> Data? {
        let key = CachedImageName.key(of: link)
        guard open(), let name = images.value(for: key) else { return nil }
        guard !isExpired(name) else {
            remove(key)
            return nil
        }
        do throws(FileError) {
            switch try CachedImageFile.read(path(of: name), size: name.size, for: link, on: files) {
            case .image(let data):
                use([key])
                return data
            case .otherLink: return nil
            case .damaged: remove(key)
            }
        } catch {
            // Somebody may have emptied the folder, as the system does when space is short.
            if error.code == .fileMissing { forget(key) } else { lastError = error }
        }
        return nil
    }

    mutating func store(_ data: Data, for link: ResourceLink) {
        guard open() else { return }
        let key = CachedImageName.key(of: link)
        remove(key)
        let size = CachedImageFile.size(of: data, for: link)
        guard size <= configuration.maximumBytes else { return }
        if images.cost > configuration.maximumBytes - size { trim(to: sweptBytes - size) }
        let name = CachedImageName(key: key, size: size, stored: CachedImageName.milliseconds(time.now))
        guard write(CachedImageFile.encode(data, for: link), to: path(of: name)) else { return }
        images.insert(name, cost: size, for: key)
        isOrderChanged = true
    }

    mutating func use(_ keys: [UInt128]) {
        guard !keys.isEmpty, open() else { return }
        for key in keys where images.use(key) != nil { isOrderChanged = true }
    }

    mutating func usage() -> ImageCacheUsage {
        open() ? ImageCacheUsage(diskBytes: images.cost, diskCount: images.count) : ImageCacheUsage()
    }

    // MARK: Letting go

    mutating func limit(to maximumBytes: Int) {
        configuration.maximumBytes = maximumBytes
        // A folder that was not looked at yet is trimmed when it is.
        guard isOpen || open() else { return }
        if images.cost > maximumBytes { trim(to: sweptBytes) }
    }

    mutating func removeAll() {
        guard open() else { return }
        for key in images.keys { remove(key) }
        removeFile("\(path)/\(CachedImageOrder.name)")
        isOrderChanged = false
    }

    mutating func removeExpired() {
        guard open() else { return }
        swept = time.uptime
        for key in images.keys {
            if let name = images.value(for: key), isExpired(name) { remove(key) }
        }
    }

    mutating func trim(toBytes maximumBytes: Int, isDryRun: Bool) -> FileUsage {
        guard open() else { return FileUsage() }
        var left = images.cost
        var gone = FileUsage()
        for key in images.keys {
            guard left > max(0, maximumBytes), let name = images.value(for: key) else { break }
            left -= name.size
            gone = gone + FileUsage(files: 1, bytes: name.size)
            if !isDryRun { remove(key) }
        }
        return gone
    }

    /// Performs what is due: deleting expired images, writing the order of use.
    mutating func tidy() {
        guard isOpen else { return }
        if time.uptime - swept >= configuration.sweepInterval { removeExpired() }
        if time.uptime - flushed >= configuration.flushInterval { flush() }
    }

    mutating func flush() {
        guard isOpen, isOrderChanged else { return }
        flushed = time.uptime
        if write(CachedImageOrder.encode(images.keys), to: "\(path)/\(CachedImageOrder.name)") {
            isOrderChanged = false
        }
    }

    /// The bytes that a sweep leaves.
    private var sweptBytes: Int {
        let fraction = configuration.sweepFraction > 0 ? min(1, configuration.sweepFraction) : 0
        let bytes = Double(max(0, configuration.maximumBytes)) * fraction
        return Int(exactly: bytes.rounded(.down)) ?? configuration.maximumBytes
    }

    private mutating func trim(to maximumBytes: Int) {
        while images.cost > max(0, maximumBytes), let key = images.oldestKey { remove(key) }
    }

    private func isExpired(_ name: CachedImageName) -> Bool {
        guard let timeToLive = configuration.timeToLive else { return false }
        return .milliseconds(CachedImageName.milliseconds(time.now) - name.stored) >= timeToLive
    }

    private mutating func remove(_ key: UInt128) {
        guard let name = images.remove(key) else { return }
        isOrderChanged = true
        removeFile(path(of: name))
    }

    private mutating func forget(_ key: UInt128) {
        images.remove(key)
        isOrderChanged = true
    }
}

extension DiskImageFolder {
    // MARK: Opening

    /// Learns what the folder holds, once; false while it cannot be read.
    @discardableResult
    private mutating func open() -> Bool {
        if isOpen { return true }
        do throws(FileError) {
            let names = try files.list(path)
            isOpen = true
            (swept, flushed) = (time.uptime, time.uptime)
            take(names)
        } catch {
            lastError = error
            return false
        }
        removeExpired()
        if images.cost > configuration.maximumBytes { trim(to: sweptBytes) }
        return true
    }

    private mutating func take(_ names: [String]) {
        var found: [UInt128: CachedImageName] = [:]
        for text in names {
            if let name = CachedImageName(text) {
                guard let other = found[name.key] else {
                    found[name.key] = name
                    continue
                }
                // Of two with one link, the older was about to be removed.
                let (older, newer) = Self.isOlder(name, other) ? (name, other) : (other, name)
                found[name.key] = newer
                removeFile(path(of: older))
            } else if CachedImageName.isEarlier(text) || text.hasSuffix(".new") && Self.isOurs(String(text.dropLast(4)))
            {
                removeFile("\(path)/\(text)")
            }
        }
        for key in readOrder() {
            if let name = found.removeValue(forKey: key) { insert(name) }
        }
        // What the order does not know was stored after it was written.
        for name in found.values.sorted(by: Self.isOlder) { insert(name) }
    }

    private mutating func insert(_ name: CachedImageName) {
        // Nothing that was written here is larger than all there may be.
        if name.size <= configuration.maximumBytes, !images.cost.addingReportingOverflow(name.size).overflow {
            images.insert(name, cost: name.size, for: name.key)
        } else {
            removeFile(path(of: name))
        }
    }

    private mutating func readOrder() -> [UInt128] {
        do throws(FileError) {
            return try files.contents(of: "\(path)/\(CachedImageOrder.name)").map(CachedImageOrder.decode) ?? []
        } catch {
            lastError = error
            return []
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name == CachedImageOrder.name || CachedImageName(name) != nil || CachedImageName.isEarlier(name)
    }

    private static func isOlder(_ left: CachedImageName, _ right: CachedImageName) -> Bool {
        (left.stored, left.key, left.size) < (right.stored, right.key, right.size)
    }

    // MARK: Files

    private func path(of name: CachedImageName) -> String { "\(path)/\(name.text)" }

    /// Writes a file as a whole; makes the folder when it is not there.
    private mutating func write(_ bytes: [UInt8], to destination: String) -> Bool {
        do throws(FileError) {
            do throws(FileError) {
                try files.replace(destination, with: bytes, isSynced: false)
            } catch {
                guard error.code == .fileMissing else { throw error }
                try files.makeDirectory(path)
                try files.replace(destination, with: bytes, isSynced: false)
            }
            return true
        } catch {
            // Half a draft only takes space.
            removeFile(destination + ".new")
            lastError = error
            return false
        }
    }

    private mutating func removeFile(_ path: String) {
        do throws(FileError) {
            try files.remove(path)
        } catch {
            lastError = error
        }
    }
}
