import CommandKit
import ConsoleKit
import Database
import PostFeatures

/// Prints the result of verifying the store, for people or for programs.
@MainActor
struct VerificationPrinter {
    let isJSON: Bool
    // The settings are in the store, which may be damaged, so the language is the system's.
    private let format = PostFormat.chosen()

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Prints what was damaged; what does not fit this version is no damage, and is told on standard error alone.
    ///
    /// - Parameter found: What was found.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ found: StoreVerification) throws {
        let damages = found.damages
        for damage in damages { Console.warn(damage.text(in: format)) }
        for record in found.unreadableRecords { Console.warn(text(of: record)) }
        if isJSON {
            try JSONOutput.print(VerificationOutput(damages: damages.map(VerificationOutput.Damage.init)))
        } else if damages.isEmpty {
            try Console.answer(format.text(ReaderPhrase.nothingDamaged))
        }
    }

    /// The name of the record; in English with the reason, which is English and for developers.
    private func text(of record: UnreadableRecord) -> String {
        guard format.language != .english else { return record.description }
        return format.text(ReaderPhrase.unreadableRecord, filling: "'\(record.collection)' \(record.id ?? "–")")
    }
}

/// The JSON that `verify` prints.
struct VerificationOutput: Encodable {
    struct Damage: Encodable {
        let path: String
        /// The path of the copy that was set aside; null where the file is still as it was found.
        let asidePath: String?
        /// The batches that are whole.
        let salvagedBatches: Int
        let lostBytes: Int

        init(_ damage: StoreDamage) {
            path = damage.path
            asidePath = damage.setAsidePath
            salvagedBatches = damage.salvagedBatches
            lostBytes = damage.lostBytes
        }

        private enum CodingKeys: CodingKey {
            case path, asidePath, salvagedBatches, lostBytes
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(path, forKey: .path)
            // Always there, so that a program need not tell null from missing.
            try container.encode(asidePath, forKey: .asidePath)
            try container.encode(salvagedBatches, forKey: .salvagedBatches)
            try container.encode(lostBytes, forKey: .lostBytes)
        }
    }

    let damages: [Damage]
}
