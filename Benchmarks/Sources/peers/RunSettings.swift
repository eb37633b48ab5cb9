import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The options of a run, and its working folder.
struct RunSettings: Sendable {
    var rounds: Int
    var peers: [PeerKind]
    var figures: Set<FigureKind>
    var seed: UInt64
    /// A folder of this run alone.
    var scratch: String

    /// Logs the progress of the run, beside the results.
    func log(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    func remove(_ path: String) throws {
        while FileManager.default.fileExists(atPath: path) {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch CocoaError.fileNoSuchFile {
                // A closed store removes what was superseded when the last of its snapshots goes: it was faster.
            }
        }
    }

    func copy(_ path: String, to other: String) throws {
        try remove(other)
        try FileManager.default.copyItem(atPath: path, toPath: other)
    }

    /// Waits for what earlier work has left to be written, so that nobody pays for somebody else.
    func settleDisk() {
        sync()
    }

    /// The bytes of the files of a folder.
    func size(of folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return sum + ((attributes[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}
