import Core
import Foundation

extension WriteTransaction {
    /// The id of a link's file: the one of earlier versions where a post of the link's site holds that.
    func mediaID(of link: ResourceLink) throws -> String {
        let key = MediaKey(link)
        guard try record(key.id, in: MediaSchemas.files) == nil,
            try record(key.sitelessID, in: MediaSchemas.files) != nil,
            try isHeld(by: MediaReference.holders(of: key.sitelessID, on: link.site))
        else { return key.id }
        return key.sitelessID
    }

    /// Stores that a post holds a file, which is complete at its path.
    mutating func keepMedia(
        _ id: String, of link: ResourceLink, bytes: Int, for post: Post.ID, as role: MediaRole, at date: Date
    ) throws -> MediaRecord {
        let site = id == MediaFolder.id(of: link) ? link.site : nil
        var kept = try record(id, in: MediaSchemas.files)
        if kept?.bytes != bytes {
            let new = MediaRecord(id: id, link: link.text, site: site, bytes: bytes, date: kept?.date ?? date)
            try upsert(new, in: MediaSchemas.files)
            kept = new
        }
        let hold = try record(MediaReference.id(id, post), in: MediaSchemas.holds)
        if hold == nil || (hold?.role == .thumbnail && role == .full) {
            try upsert(MediaReference(id, post, role), in: MediaSchemas.holds)
        }
        try delete(id, from: MediaSchemas.places)
        return kept ?? MediaRecord(id: id, link: link.text, site: site, bytes: bytes, date: date)
    }

    /// Releases the files of posts, favourites included, and returns those that no post holds now.
    ///
    /// The files are deleted after the commit.
    @discardableResult
    mutating func releaseMedia(of ids: [Post.ID]) throws -> [MediaRecord] {
        var touched: [String] = []
        var seen: Set<String> = []
        for id in ids {
            let held = try snapshot.window(
                of: MediaSchemas.holds, by: MediaSchemas.holds.indexes[0], in: MediaReference.held(by: id))
            for hold in held where try record(hold.id, in: MediaSchemas.holds) != nil {
                try delete(hold.id, from: MediaSchemas.holds)
                if seen.insert(hold.file).inserted { touched.append(hold.file) }
            }
        }
        var gone: [MediaRecord] = []
        for file in touched where try !isHeld(by: MediaReference.holders(of: file)) {
            if let kept = try record(file, in: MediaSchemas.files) {
                try delete(file, from: MediaSchemas.files)
                gone.append(kept)
            }
            try upsert(PendingMediaFile(id: file, promised: nil), in: MediaSchemas.places)
        }
        return gone
    }

    /// Deletes the records of a file that is gone from the disk or has changed, with all references to it.
    mutating func forgetMedia(_ file: String) throws {
        for hold in try snapshot.window(of: MediaSchemas.holds, in: MediaReference.holders(of: file)) {
            try delete(hold.id, from: MediaSchemas.holds)
        }
        try delete(file, from: MediaSchemas.files)
    }

    /// Whether a download of a file is running or can be resumed.
    func isMediaPromised(_ file: String, at now: Date) throws -> Bool {
        try record(file, in: MediaSchemas.places)?.isPromised(at: now) ?? false
    }

    /// Whether a post may hold files.
    func mayHoldMedia(_ id: Post.ID) throws -> Bool {
        try isFavourite(id) || isPacked(id)
    }

    /// Whether a post is packed.
    func isPacked(_ id: Post.ID) throws -> Bool {
        try record(id, in: PackSchemas.packed) != nil
    }

    private func isHeld(by holders: Range<IndexKey>) throws -> Bool {
        var start = 0
        while true {
            let holds = try snapshot.window(
                of: MediaSchemas.holds, in: holders, from: .offset(start), limit: 64)
            if holds.isEmpty { return false }
            // Some of them may have gone in this very batch.
            if try holds.contains(where: { try record($0.id, in: MediaSchemas.holds) != nil }) { return true }
            start += holds.count
        }
    }
}
