public import Foundation

/// A gallery of image files in a folder.
///
/// A file is named after the last part of the image's link, made safe for every file system, with the extension of its
/// format: `https://host/a/cat.php?x=1` that is a PNG becomes `cat.png`, and the next one `cat-2.png`.
public final class FolderPictureGallery: PictureGallery {
    private let folder: String
    private let files: any FileSystem
    // The disk is slow: one image at a time, off the caller's thread.
    private let worker = FileWorker("Lantern.FolderPictureGallery")

    /// Creates a gallery; the folder is created with the first image.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - files: The file system; the registered one by default, else the system's.
    public init(
        folder: String,
        files: any FileSystem = Dependency.fileSystem
    ) {
        self.folder = folder
        self.files = files
    }

    /// Saves an image, synced, and returns the path of the new file.
    ///
    /// - Throws: ``FileError``; ``DataError`` with the code `invalidInput` for an empty file.
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

    /// Writes an image, unless another caller takes the name meanwhile, here or in another process.
    ///
    /// A name belongs to the caller that holds the lock of its draft while the draft is empty. That is one at a time: a
    /// draft is never emptied, and never renamed or removed while it is empty.
    private static func write(
        _ picture: Data, as name: String, to folder: String, on files: any FileSystem
    ) throws -> Bool {
        let path = "\(folder)/\(name)"
        let draftPath = path + ".new"
        guard let draft = try emptyDraft(draftPath, on: files) else { return false }
        defer { draft.close() }
        guard try !names(in: folder, on: files).contains(name.lowercased()) else {
            // No longer empty, so that a caller that has opened it already does not take it for its own.
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

    /// A locked draft; `nil` when it is another caller's.
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

    /// Returns a free file name for an image: 1 to 64 characters of `A-Z a-z 0-9 - _`, a dot and the format's
    /// extension.
    ///
    /// The extension is `bin` for an unknown format. Taken names are in lower case, as some file systems compare them.
    static func name(for link: ResourceLink, of picture: Data, besides taken: Set<String>) -> String {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }
        // The host gives no name.
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
        // The name of its draft must be free, too.
        while taken.contains(name.lowercased()) || taken.contains(name.lowercased() + ".new") {
            name = "\(base)-\(number).\(ending)"
            number += 1
        }
        return name
    }
}
