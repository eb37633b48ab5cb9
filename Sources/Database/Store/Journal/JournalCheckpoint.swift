import Core

/// A checkpoint of the journal, with which the next opening reads only what is behind a position.
struct JournalCheckpoint: Hashable, Sendable {
    struct File: Hashable, Sendable {
        var segment: Int
        var id: UInt32
        /// All of a sealed file; of the last one, up to the position.
        var size: Int
        /// The number at which it begins.
        var first: UInt64
        /// A hash of its first and last 64 bytes.
        var identity: UInt64
        /// The files that were joined to it.
        var parts: [JournalFile.Part] = []
    }

    var position: JournalPosition
    /// All segments, in order; the position is in the last.
    var files: [File]
    /// The versions that the last segment has named.
    var versions: [String: Int]
    var highestFileID: UInt32
    /// The collections that the app declared, with their versions.
    var declared: [String: Int]
    /// The collections that are in the journal and that the app did not declare.
    var undeclared: Set<String>

    static func identity(of handle: any OpenFile, size: Int) throws(FileError) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for offset in [0, max(0, size - 64)] {
            for byte in try handle.read(at: offset, count: min(64, size)) {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
        }
        return hash ^ (hash >> 32)
    }
}

extension JournalCheckpoint {
    /// Takes a file in the place of those that it covers, named by their ids; nothing happens when none is there.
    mutating func replace(_ ids: Set<UInt32>, by file: JournalFile, size: Int) throws(FileError) {
        guard let position = files.firstIndex(where: { ids.contains($0.id) }) else { return }
        let new = File(
            segment: file.segment, id: file.id, size: size, first: files[position].first,
            identity: try Self.identity(of: file.handle, size: size), parts: file.parts)
        // It may have got its id after the checkpoint was made; files that come later are not to get the same.
        highestFileID = max(highestFileID, file.id)
        files.removeAll { ids.contains($0.id) }
        files.insert(new, at: position)
    }
}

extension Journal {
    /// Returns the checkpoint of this moment, for a manifest.
    ///
    /// Vouches for everything appended so far: sync before it is written down. Costs two short reads of each segment
    /// that is new since the last one.
    ///
    /// - Returns: The checkpoint.
    /// - Throws: `FileError` when a file cannot be read.
    func checkpoint() throws(FileError) -> JournalCheckpoint {
        var files: [JournalCheckpoint.File] = []
        for position in segments.indices {
            let segment = segments[position]
            let identity: UInt64
            if let known = segment.identity {
                identity = known
            } else {
                identity = try JournalCheckpoint.identity(of: segment.file.handle, size: segment.length)
            }
            if position < segments.count - 1 { segments[position].identity = identity }
            files.append(
                JournalCheckpoint.File(
                    segment: segment.file.segment, id: segment.file.id, size: segment.length, first: segment.first,
                    identity: identity, parts: segment.file.parts))
        }
        return JournalCheckpoint(
            position: position, files: files, versions: versions, highestFileID: highestFileID, declared: declared,
            undeclared: undeclared)
    }
}

extension JournalCheckpoint {
    /// Appends it, little endian.
    func write(to bytes: inout [UInt8]) {
        Self.write(UInt64(position.segment), to: &bytes)
        Self.write(UInt64(position.offset), to: &bytes)
        Self.write(position.next, to: &bytes)
        Self.write(highestFileID, to: &bytes)
        Self.write(UInt32(files.count), to: &bytes)
        for file in files {
            Self.write(UInt64(file.segment), to: &bytes)
            Self.write(file.id, to: &bytes)
            Self.write(UInt64(file.size), to: &bytes)
            Self.write(file.first, to: &bytes)
            Self.write(file.identity, to: &bytes)
        }
        Self.write(versions, to: &bytes)
        Self.write(declared, to: &bytes)
        Self.write(UInt32(undeclared.count), to: &bytes)
        for name in undeclared.namesInOrder { Self.write(name, to: &bytes) }
    }

    /// Reads what ``write(to:)`` wrote, and takes it off the front; `nil` when that is something else.
    init?(from bytes: inout ArraySlice<UInt8>) {
        guard let segment = Self.readInt(&bytes), let offset = Self.readInt(&bytes),
            let next = Self.read(UInt64.self, &bytes), let highest = Self.read(UInt32.self, &bytes),
            let count = Self.read(UInt32.self, &bytes)
        else { return nil }
        position = JournalPosition(segment: segment, offset: offset, next: next)
        highestFileID = highest
        files = []
        for _ in 0..<count {
            guard let segment = Self.readInt(&bytes), let id = Self.read(UInt32.self, &bytes),
                let size = Self.readInt(&bytes), let first = Self.read(UInt64.self, &bytes),
                let identity = Self.read(UInt64.self, &bytes)
            else { return nil }
            files.append(File(segment: segment, id: id, size: size, first: first, identity: identity))
        }
        guard let versions = Self.readVersions(&bytes), let declared = Self.readVersions(&bytes),
            let undeclaredCount = Self.read(UInt32.self, &bytes)
        else { return nil }
        self.versions = versions
        self.declared = declared
        undeclared = []
        for _ in 0..<undeclaredCount {
            guard let name = Self.readText(&bytes) else { return nil }
            undeclared.insert(name)
        }
    }

    private static func write(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        write(UInt32(text.utf8.count), to: &bytes)
        bytes += text.utf8
    }

    private static func write(_ versions: [String: Int], to bytes: inout [UInt8]) {
        write(UInt32(versions.count), to: &bytes)
        for (name, version) in versions.inOrderOfNames {
            write(name, to: &bytes)
            write(UInt64(version), to: &bytes)
        }
    }

    private static func read<Number: FixedWidthInteger>(
        _: Number.Type, _ bytes: inout ArraySlice<UInt8>
    ) -> Number? {
        let size = MemoryLayout<Number>.size
        guard bytes.count >= size else { return nil }
        let number = bytes.withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
        bytes = bytes.dropFirst(size)
        return Number(littleEndian: number)
    }

    private static func readInt(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        read(UInt64.self, &bytes).flatMap { Int(exactly: $0) }
    }

    private static func readText(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard let count = read(UInt32.self, &bytes), bytes.count >= Int(count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return String(validating: bytes.prefix(Int(count)), as: UTF8.self)
    }

    private static func readVersions(_ bytes: inout ArraySlice<UInt8>) -> [String: Int]? {
        guard let count = read(UInt32.self, &bytes) else { return nil }
        var versions: [String: Int] = [:]
        for _ in 0..<count {
            guard let name = readText(&bytes), let version = readInt(&bytes) else { return nil }
            versions[name] = version
        }
        return versions
    }
}

extension JournalCheckpoint {
    /// Appends which files were joined to others: a count for each file, and the parts.
    func writeParts(to writer: inout ByteWriter) {
        for file in files {
            writer.write(UInt32(file.parts.count))
            for part in file.parts {
                writer.write(part.id)
                writer.write(UInt64(part.shift))
            }
        }
    }

    /// Reads what ``writeParts(to:)`` wrote; false when that is something else.
    mutating func readParts(from reader: inout ByteReader) -> Bool {
        for position in files.indices {
            guard let count = reader.readUInt32() else { return false }
            for _ in 0..<count {
                guard let id = reader.readUInt32(), let shift = reader.readInt() else { return false }
                files[position].parts.append(JournalFile.Part(id: id, shift: shift))
            }
        }
        return true
    }
}
