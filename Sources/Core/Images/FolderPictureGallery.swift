public import Foundation

/// Pictures as files in a folder.
///
/// A file is named after the last part of the picture's link, made safe for every file system, and ends as the bytes
/// say: `https://host/a/cat.php?x=1` that is a PNG becomes `cat.png`, and the next one `cat-2.png`.
public final class FolderPictureGallery: PictureGallery {
    private let folder: String
    private let files: any FileSystem
    // The disk is slow: one picture at a time, off the caller's thread.
    private let worker = FileWorker("Lantern.FolderPictureGallery")

    /// Creates a gallery.
    ///
    /// The folder is created with the first picture.
    ///
    /// - Parameters:
    ///   - folder: Where the pictures go.
    ///   - files: The disk; the registered one by default, else the system's.
    public init(
        folder: String,
        files: any FileSystem = Dependency.resolve(
            (any FileSystem).self, default: LocalFileSystem())
    ) {
        self.folder = folder
        self.files = files
    }

    /// Saves a picture, synced.
    ///
    /// - Parameters:
    ///   - picture: The whole image file.
    ///   - link: Where it came from.
    /// - Returns: The path of the new file.
    /// - Throws: ``FileError``; ``DataError`` with the code `invalidInput` for no bytes at all.
    public func save(_ picture: Data, from link: ResourceLink) async throws -> String {
        guard !picture.isEmpty else { throw DataError(.invalidInput, message: "There is no picture to save.") }
        let (folder, files) = (folder, files)
        return try await worker.run {
            try files.makeDirectory(folder)
            var taken = try Self.names(in: folder, on: files)
            while true {
                let name = Self.name(for: link, of: picture, besides: taken)
                if try Self.write(picture, as: name, to: folder, on: files) { return "\(folder)/\(name)" }
                taken.insert(name.lowercased())
            }
        }
    }

    /// Writes a picture, unless somebody else takes the name meanwhile, here or in another process.
    ///
    /// A name belongs to whoever has the lock of its draft while the draft is empty. That is one at a time: a draft is
    /// never emptied, and never renamed or removed while it is empty, so an empty one is the one that has the path.
    private static func write(
        _ picture: Data, as name: String, to folder: String, on files: any FileSystem
    ) throws -> Bool {
        let path = "\(folder)/\(name)"
        let draftPath = path + ".new"
        guard let draft = try emptyDraft(draftPath, on: files) else { return false }
        defer { draft.close() }
        guard try !names(in: folder, on: files).contains(name.lowercased()) else {
            // Marked, so that whoever has opened it already does not take it for theirs.
            try draft.write([0], at: 0)
            try files.remove(draftPath)
            return false
        }
        try draft.write([UInt8](picture), at: 0)
        try draft.sync()
        try files.move(draftPath, to: path)
        try files.syncDirectory(folder)
        return true
    }

    /// A locked draft; `nil` when it is somebody else's.
    private static func emptyDraft(_ path: String, on files: any FileSystem) throws -> (any OpenFile)? {
        do {
            let draft = try files.lock(path)
            if try draft.size() == 0 { return draft }
            draft.close()
            return nil
        } catch let error where error.code == .storeBusy {
            return nil
        }
    }

    /// The names in a folder in lower case, as some file systems compare them.
    private static func names(in folder: String, on files: any FileSystem) throws -> Set<String> {
        Set(try files.list(folder).map { $0.lowercased() })
    }

    /// A file's name for a picture: 1 to 64 characters of `A-Z a-z 0-9 - _`, a dot and the format's ending.
    ///
    /// - Parameters:
    ///   - link: Where the picture came from.
    ///   - picture: The image file; its format decides on the ending, `bin` where it is not known.
    ///   - taken: The names that are no longer free, in lower case, as some file systems compare them.
    /// - Returns: A name that is free.
    static func name(for link: ResourceLink, of picture: Data, besides taken: Set<String>) -> String {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }
        // What comes behind the scheme is the host, and that gives no name.
        let parts = path.range(of: "://").map { path[$0.upperBound...].split(separator: "/").dropFirst() }
        let last = (parts ?? path.split(separator: "/")[...]).last.map(String.init) ?? ""
        let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
        let isAllowed: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        let safe = String((stem.removingPercentEncoding ?? stem).map { isAllowed($0) ? $0 : "-" }.prefix(60))
        let trimmed = safe.drop { $0 == "-" }
        let base = trimmed.isEmpty ? "picture" : String(trimmed)
        let ending = ImageFormat(sniffing: picture)?.fileExtension ?? "bin"
        var name = "\(base).\(ending)"
        var number = 2
        // The draft that a file is written through must not be somebody's either.
        while taken.contains(name.lowercased()) || taken.contains(name.lowercased() + ".new") {
            name = "\(base)-\(number).\(ending)"
            number += 1
        }
        return name
    }
}
