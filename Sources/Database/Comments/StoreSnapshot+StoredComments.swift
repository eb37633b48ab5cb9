import Core

/// The comments of a thread: thousands of records at once, without their texts.
extension StoreSnapshot {
    /// Comments, one for each id, and their places.
    struct StoredComments {
        /// Nil for one that was damaged on the disk, or that another thread has now.
        var comments: [Comment?] = []
        var places: [RecordPlace?] = []

        mutating func append(_ other: StoredComments) {
            comments += other.comments
            places += other.places
        }
    }

    /// Reads the comments of a thread.
    ///
    /// Their texts stay in the bytes that were read, see ``StoredTexts``. The checksum of each is compared, and each is
    /// gone over to its end: what does not fit its type is found here, and never when a text is asked for.
    ///
    /// - Parameters:
    ///   - ids: The ids in display order.
    ///   - post: The post of the thread.
    /// - Returns: One comment for each id.
    /// - Throws: ``StoreError``.
    func comments(_ ids: [Comment.ID], of post: Post.ID) throws -> StoredComments {
        // One comment that cannot be read is left out; it must not take the others with it.
        try mending(CommentSchemas.comments.name) {
            let count = (ids.count + Self.largestShare - 1) / Self.largestShare
            let shares = try concurrentValues(count) { share in
                try self.share(Array(ids[ids.count * share / count..<ids.count * (share + 1) / count]), of: post)
            }
            var stored = StoredComments()
            for share in shares { stored.append(share) }
            return stored
        }
    }

    /// So many comments at most are read by one core before another one can take some.
    static let largestShare = 640

    /// Reads some comments of a thread on this thread.
    ///
    /// - Throws: ``StoreError``; `UnreadableRecordError`, which ``mending(_:_:)`` is for.
    func share(_ ids: [Comment.ID], of post: Post.ID) throws -> StoredComments {
        if let found = try likelyComments(ids, of: post) { return found }
        let places = try places(of: SortedIDs(ids), in: CommentSchemas.comments)
        return StoredComments(comments: try comments(at: places, ids, of: post).comments, places: places)
    }

    // MARK: Places

    /// From so many ids on, most places are guessed.
    private static let smallestGuess = 256
    /// One of so many ids is looked up.
    private static let anchorDistance = 50

    /// Reads comments most of whose ids are not looked up.
    ///
    /// A thread is written in display order, so that the slots of its comments mostly follow one another. Of two
    /// comments that were looked up and whose slots are as far apart as they are themselves, what is between them is
    /// taken from the slots between; a record says itself whose it is, and those that are another's are looked up.
    ///
    /// - Returns: The comments; nil where too much has to be looked up.
    private func likelyComments(_ ids: [Comment.ID], of post: Post.ID) throws -> StoredComments? {
        guard ids.count >= Self.smallestGuess, var places = try likelyPlaces(of: ids) else { return nil }
        var read: ReadComments
        do {
            read = try comments(at: places, ids, of: post)
        } catch  where error is StoreError || error is UnreadableRecordError {
            // It may be another thread's record that cannot be read: the exact way tells.
            return nil
        }
        let open = ids.indices.filter { places[$0] == nil || read.others.contains($0) }
        guard !open.isEmpty else { return StoredComments(comments: read.comments, places: places) }
        let openIDs = open.map { ids[$0] }
        let found = try self.places(of: SortedIDs(openIDs), in: CommentSchemas.comments)
        let rest = try self.comments(at: found, openIDs, of: post)
        for (offset, position) in open.enumerated() {
            places[position] = found[offset]
            read.comments[position] = rest.comments[offset]
        }
        return StoredComments(comments: read.comments, places: places)
    }

    /// The places that the comments are likely to have; nil for those about which nothing is known.
    private func likelyPlaces(of ids: [Comment.ID]) throws -> [RecordPlace?]? {
        var anchors = Array(stride(from: 0, to: ids.count, by: Self.anchorDistance))
        if anchors[anchors.count - 1] != ids.count - 1 { anchors.append(ids.count - 1) }
        let known = SortedIDs(anchors.map { ids[$0] })
        return try view.read(CommentSchemas.comments.name) { table in
            let found = try table.orders[CommentSchemas.comments.idOrder].find(sorted: known.keys)
            var slots: [UInt32?] = Array(repeating: nil, count: anchors.count)
            for (position, slot) in zip(known.order, found) { slots[position] = slot }
            var places: [RecordPlace?] = Array(repeating: nil, count: ids.count)
            var count = 0
            for (index, anchor) in anchors.enumerated() {
                guard let slot = slots[index] else { continue }
                var end = anchor + 1
                if index + 1 < anchors.count, let next = slots[index + 1], next > slot,
                    Int(next - slot) == anchors[index + 1] - anchor
                {
                    end = anchors[index + 1]
                }
                let locations = try table.slots.locations(of: slot..<slot + UInt32(end - anchor))
                for (offset, location) in locations.enumerated() where !location.isNone {
                    places[anchor + offset] = RecordPlace(slot: slot + UInt32(offset), location: location)
                    count += 1
                }
            }
            return count * 2 >= ids.count ? places : nil
        }
    }

    // MARK: Records

    /// Comments that were read at places.
    private struct ReadComments {
        /// One for each place; nil where there is none, or another thread has it.
        var comments: [Comment?]
        /// The positions at which the record of another id was found.
        var others: Set<Int> = []
    }

    /// Reads the comments at places; what another thread has is left out.
    private func comments(at places: [RecordPlace?], _ ids: [Comment.ID], of post: Post.ID) throws -> ReadComments {
        var read = ReadComments(comments: Array(repeating: nil, count: places.count))
        let positions = places.indices.filter { places[$0] != nil }
        guard !positions.isEmpty else { return read }
        var values: RecordFiles.Values
        do {
            values = try view.files.values(at: positions.compactMap { places[$0]?.location })
            // The texts are kept for as long as the thread is.
            values.pack()
        } catch let error as FileError {
            throw StoreError(error)
        }
        let texts = StoredTexts(values.bytes)
        try CommentSkimmer.withSkimmer(texts, of: post) { skimmer in
            for (position, bytes) in zip(positions, values.ranges) {
                let (comment, isOfPost) = try skimmer.skim(bytes) ?? decoded(bytes, of: texts, in: post)
                if comment.id != ids[position] {
                    read.others.insert(position)
                } else if isOfPost {
                    read.comments[position] = comment
                }
            }
        }
        return read
    }

    /// A record's comment, and whether it is in the thread of a post, read by the complete decoder.
    private func decoded(
        _ range: Range<Int>, of texts: StoredTexts, in post: Post.ID
    ) throws -> (comment: Comment, isOfPost: Bool) {
        let record = try texts.bytes.withUnsafeBytes { bytes in
            try CommentSchemas.comments.codec.decode(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
        return (record.comment, record.post == post)
    }
}
