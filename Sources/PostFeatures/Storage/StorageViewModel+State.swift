public import Core

extension StorageViewModel {
    /// What the screen is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It looks at the disk.
        case loading
        /// It waits for the person.
        case idle
        /// It lets go of what was chosen.
        case erasing
        /// It lets go of what is too old or too much.
        case trimming
        /// The disk could not be read, for the reason in the banner.
        case failed
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What the screen is doing.
        public internal(set) var phase = Phase.initial
        /// What lies on the disk; `nil` until it was looked at.
        public internal(set) var report: StorageReport?
        /// What each choice would free, for the question before it is done.
        public internal(set) var erasable: [EraseScope: EraseReport] = [:]
        /// What would go by the person's limits.
        public internal(set) var retention: RetentionReport?
        /// What the person has set that bounds what is kept; change it with a `SettingsViewModel`.
        public internal(set) var limits: [SettingRow]
        /// How many bytes went at the last time that the person let something go; `nil` before.
        public internal(set) var freedBytes: Int?
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of a screen that was not loaded yet.
        ///
        /// - Parameters:
        ///   - settings: What the person has set; the defaults by default.
        ///   - phase: What the screen is doing.
        ///   - report: What takes how much room.
        ///   - erasable: What clearing would free, by what would be cleared.
        ///   - retention: What the limits would free.
        ///   - freedBytes: How much was freed.
        ///   - banner: What could not be done.
        public init(
            settings: ReadingSettings = ReadingSettings(), phase: Phase = .initial, report: StorageReport? = nil,
            erasable: [EraseScope: EraseReport] = [:], retention: RetentionReport? = nil, freedBytes: Int? = nil,
            banner: Banner? = nil
        ) {
            limits = Self.rows(of: settings)
            self.phase = phase
            self.report = report
            self.erasable = erasable
            self.retention = retention
            self.freedBytes = freedBytes
            self.banner = banner
        }

        /// The kinds that take room, the largest first.
        public var rows: [StorageRow] { report.map(StorageRow.rows) ?? [] }

        /// All bytes together.
        public var bytes: Int { report?.bytes ?? 0 }

        static func rows(of settings: ReadingSettings) -> [SettingRow] {
            [.imageCacheMegabytes, .packBudgetMegabytes, .localSaveLimit, .postRetentionDays, .readRetentionDays]
                .map { SettingRow($0, in: settings, issues: []) }
        }
    }
}
