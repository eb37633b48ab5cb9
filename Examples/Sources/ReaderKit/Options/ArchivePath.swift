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

    /// The place of the file: as it was named, or in a folder where only its name was given.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The path.
    /// - Throws: `ValidationError` when it is in neither place.
    func path(in folder: String) throws -> String {
        let inside = ArchivePath("\(folder)/\(path)")
        if isFile == nil, !path.contains("/"), inside.isFile == true { return inside.path }
        try checkIsThere()
        return path
    }

    /// Refuses a place where no file can be, or none of ours; whether it can be written shows when it is.
    ///
    /// - Parameter store: The folder of the store, which keeps its own files.
    /// - Throws: `ValidationError` with what is allowed.
    func checkCanBeWritten(outside store: String) throws {
        // Standard output is often a file, and its name a link: it would be replaced, for every process there is.
        let home = Self.resolved(folder)
        let isDevice = home == "/dev" || ["/dev/fd/", "/proc/"].contains { "\(home)/".hasPrefix($0) }
        if path.hasSuffix("/") || isFile == false || isDevice {
            throw ValidationError("'\(path)' is no file; FILE names one, and is replaced if it is there.")
        }
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("There is no folder '\(folder)'.")
        }
        if isLink, isFile == nil { throw ValidationError("'\(path)' is a link to a file that is not there.") }
        let place = Self.resolved(ArchivePath(target).folder)
        guard !"\(place)/".hasPrefix("\(Self.resolved(store))/") else {
            throw ValidationError("'\(path)' is among the files of the store. FILE names a place outside '\(store)'.")
        }
    }

    /// The path to write to: a symbolic link stays, and its target is written.
    var target: String {
        isLink ? Self.resolved(path) : path
    }

    private init(_ path: String) {
        self.path = path
    }

    private var folder: String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private var isLink: Bool {
        // What is no link, or is not there, has no destination.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
            .trimmingSlash
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

extension String {
    /// Without the slash at its end; the root is empty.
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
