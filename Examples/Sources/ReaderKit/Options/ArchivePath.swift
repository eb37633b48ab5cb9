import ArgumentParser
import Foundation

/// A file that is exported or imported, as people name it.
struct ArchivePath: ExpressibleByArgument, Sendable {
    let path: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        path = argument
    }

    /// Refuses what cannot be read as a file: nothing has been opened then.
    func checkIsThere() throws {
        guard let isFile else { throw ValidationError("There is no file '\(path)'.") }
        guard isFile else { throw ValidationError("'\(path)' is no file; FILE names one.") }
    }

    /// Refuses a place where no file can be; whether it can be written shows when it is.
    func checkCanBeWritten() throws {
        if path.hasSuffix("/") || isFile == false {
            throw ValidationError("'\(path)' is no file; FILE names one, and is replaced if it is there.")
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("There is no folder '\(folder)'.")
        }
    }

    /// Whether it is a file as others are, and no folder and no device; nil when nothing is there.
    private var isFile: Bool? {
        let manager = FileManager.default
        guard manager.fileExists(atPath: path) else { return nil }
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        // What cannot be looked at is left to whoever opens it, who says why.
        guard let attributes = try? manager.attributesOfItem(atPath: target) else { return true }
        return attributes[.type] as? FileAttributeType == .typeRegular
    }
}
